#include "events/event_message.h"

#include <stdexcept>

#include "core/protobuf.h"

namespace tfm::events {
namespace {

using protobuf::Writer;

constexpr uint32_t kEventWallTime = 1, kEventStep = 2, kEventFileVersion = 3, kEventSummary = 5, kEventSession = 7;
constexpr uint32_t kSummaryValue = 1;
constexpr uint32_t kValueTag = 1, kValueSimple = 2, kValueTensor = 8, kValueMetadata = 9;
constexpr uint32_t kMetadataPlugin = 1, kPluginName = 1;
constexpr uint32_t kTensorType = 1, kTensorShape = 2, kTensorStrings = 8;
constexpr uint32_t kSessionStatus = 1;
constexpr uint64_t kTypeString = 7;    // DT_STRING
constexpr uint64_t kSessionStart = 1;  // SessionLog.START

Writer event_at(const EventTime& time) {
  Writer event;
  event.real(kEventWallTime, time.wall_time);
  if (time.step != 0) event.number(kEventStep, static_cast<uint64_t>(time.step));  // 0 is what an absent field means
  return event;
}

}  // namespace

std::string version_event(double wall_time) {
  return event_at({.wall_time = wall_time}).bytes(kEventFileVersion, "brain.Event:2").message();
}

std::string session_start_event(const EventTime& time) {
  const auto session = Writer().number(kSessionStatus, kSessionStart);
  return event_at(time).bytes(kEventSession, session.message()).message();
}

std::string scalars_event(const EventTime& time, const std::vector<Scalar>& scalars) {
  Writer summary;
  for (const auto& [tag, value] : scalars) {
    const auto scalar = Writer().bytes(kValueTag, tag).real(kValueSimple, static_cast<float>(value));
    summary.bytes(kSummaryValue, scalar.message());
  }
  return event_at(time).bytes(kEventSummary, summary.message()).message();
}

std::string text_event(const EventTime& time, std::string_view tag, std::string_view markdown) {
  const std::string_view no_dimensions;  // a tensor of one text
  const auto tensor =
      Writer().number(kTensorType, kTypeString).bytes(kTensorShape, no_dimensions).bytes(kTensorStrings, markdown);
  const auto plugin = Writer().bytes(kPluginName, "text");
  const auto metadata = Writer().bytes(kMetadataPlugin, plugin.message());
  const auto value =
      Writer().bytes(kValueTag, tag).bytes(kValueTensor, tensor.message()).bytes(kValueMetadata, metadata.message());
  const auto summary = Writer().bytes(kSummaryValue, value.message());
  return event_at(time).bytes(kEventSummary, summary.message()).message();
}

std::optional<int64_t> step_of(std::string_view event) {
  int64_t step = 0;
  try {
    protobuf::for_each_field(event, [&](const protobuf::Field& field) {
      if (field.number == kEventStep) step = static_cast<int64_t>(field.value);
    });
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
  return step;
}

}  // namespace tfm::events
