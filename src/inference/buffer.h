// Memory that is kept from use to use.
#pragma once

#include <cstdint>
#include <memory>

#include "core/numbers.h"

namespace tfm {

class Buffer {
 public:
  // Room for `count` numbers, beginning at a whole vector's address. What was in it is lost where it grows.
  float* take(int64_t count) {
    if (count > room_ || !memory_) {
      memory_ = nullptr;
      room_ = count + count / 4;
      memory_ = numbers<float>(room_);
    }
    return memory_.get();
  }

 private:
  std::shared_ptr<float[]> memory_;
  int64_t room_ = 0;
};

}  // namespace tfm
