#include "events/event_message.h"

#include <gtest/gtest.h>

#include "event_testing.h"
#include "events/records.h"

namespace tfm::events {
namespace {

TEST(EventMessage, EqualsTensorBoardsOwnToTheByte) {
  const EventTime start{.step = 21, .wall_time = 1700000000.25};
  const EventTime later{.step = 300, .wall_time = 1700000001.5};
  EXPECT_EQ(framed(version_event(1700000000.25)), testing::kVersionRecord);
  EXPECT_EQ(framed(session_start_event(start)), testing::kStartRecord);
  EXPECT_EQ(framed(scalars_event(later, {{"train/loss", 2.5}, {"train/data_wait", 0.0}})), testing::kScalarsRecord);
  EXPECT_EQ(framed(text_event(later, "t", "红 | a")), testing::kTextRecord);
}

TEST(EventMessage, HasAStepThatCanBeReadBack) {
  EXPECT_EQ(step_of(version_event(1.0)), 0);
  EXPECT_EQ(step_of(session_start_event({7, 1.0})), 7);
  EXPECT_EQ(step_of(scalars_event({int64_t{1} << 40, 1.0}, {{"a", 1.0}})), int64_t{1} << 40);
  EXPECT_EQ(step_of(text_event({7, 1.0}, "a", "text")), 7);
  EXPECT_FALSE(step_of("\x09\x01").has_value());
}

}  // namespace
}  // namespace tfm::events
