// A model's weights in float32, by name.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace tfm {

struct Weight {
  std::vector<int64_t> shape = {};
  std::shared_ptr<const float[]> numbers = {};  // one behind the other, the last dimension's first

  int64_t size() const { return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies{}); }
};

// Where a model that is laid out for decoding takes them from, one at a time.
class WeightSource {
 public:
  WeightSource() = default;
  virtual ~WeightSource() = default;

  virtual bool contains(const std::string& name) const = 0;
  virtual Weight read(const std::string& name) = 0;  // one that there is

 protected:
  WeightSource(const WeightSource&) = default;
  WeightSource& operator=(const WeightSource&) = default;
  WeightSource(WeightSource&&) = default;
  WeightSource& operator=(WeightSource&&) = default;
};

}  // namespace tfm
