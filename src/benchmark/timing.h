// Wall-clock times of work on any device.
#pragma once

#include <c10/core/Device.h>

#include <functional>
#include <vector>

namespace tfm {

// Of an even number, the mean of the middle two. At least one value.
double median(std::vector<double> values);

// Seconds, until the device has done all that `work` has asked of it.
double seconds_of(at::Device device, const std::function<void()>& work);

// Calls `work` until `seconds` are over, at least `least` times after one that doesn't count; gives each call's time.
std::vector<double> repeated_seconds(at::Device device, double seconds, int least, const std::function<void()>& work);

}  // namespace tfm
