#include "core/host.h"

#include <gtest/gtest.h>

namespace tfm {
namespace {

TEST(Host, SaysSomethingOfEveryMachine) {
  EXPECT_FALSE(cpu_name().empty());
  EXPECT_GE(usable_processors(), 1);
  EXPECT_GT(physical_memory(), int64_t{1} << 20);
  for (const auto& name : gpu_names()) EXPECT_FALSE(name.empty());
}

}  // namespace
}  // namespace tfm
