#include "inference/decoder_history.h"

#include <algorithm>
#include <utility>

#include "core/numbers.h"

namespace tfm {
namespace {

constexpr int64_t kOldAge = 4;  // of a place: hypotheses with a past that far apart are few
constexpr int32_t kDead = -1;

}  // namespace

DecoderHistory::DecoderHistory(int64_t layers, int64_t width, int64_t slots)
    : layers_(layers), width_(width), slots_(slots) {}

void DecoderHistory::append(std::span<const int64_t> slots) {
  if (places() == room_) make_room();
  if (places() >= kOldAge) leave_out_the_dead(places() - kOldAge);
  const int64_t place = places(), rows = std::ssize(slots);
  blocks_.push_back({.keys_and_values = numbers<float>(layers_ * 2 * rows * width_), .rows = rows});
  for (int64_t row = 0; row < rows; ++row) {
    rows_[static_cast<std::size_t>(slots[static_cast<std::size_t>(row)] * room_ + place)] = static_cast<int32_t>(row);
  }
}

void DecoderHistory::make_room() {
  constexpr int64_t kFirstRoom = 32;
  const int64_t room = std::max(kFirstRoom, 2 * room_);
  next_rows_.resize(static_cast<std::size_t>(slots_ * room));
  for (int64_t slot = 0; slot < slots_; ++slot) {
    std::copy_n(rows_.begin() + slot * room_, places(), next_rows_.begin() + slot * room);
  }
  std::swap(rows_, next_rows_);
  room_ = room;
}

void DecoderHistory::leave_out_the_dead(int64_t place) {
  Block& block = blocks_[static_cast<std::size_t>(place)];
  const auto row_of = [&](int64_t slot) -> int32_t& { return rows_[static_cast<std::size_t>(slot * room_ + place)]; };
  new_rows_.assign(static_cast<std::size_t>(block.rows), kDead);
  int32_t living = 0;
  for (int64_t slot = 0; slot < slots_; ++slot) {
    if (row_of(slot) >= block.rows) continue;  // of a slot that has had no hypothesis
    auto& row = new_rows_[static_cast<std::size_t>(row_of(slot))];
    if (row == kDead) row = living++;
  }
  if (4 * living > 3 * block.rows) return;
  const Block smaller{.keys_and_values = numbers<float>(layers_ * 2 * living * width_), .rows = living};
  for (int64_t layer = 0; layer < layers_; ++layer) {
    for (int64_t part = 0; part < 2; ++part) {
      const float* from = place_of(block, layer, part);
      float* to = place_of(smaller, layer, part);
      for (int64_t row = 0; row < block.rows; ++row) {
        const auto place_in_smaller = new_rows_[static_cast<std::size_t>(row)];
        if (place_in_smaller != kDead) std::copy_n(from + row * width_, width_, to + place_in_smaller * width_);
      }
    }
  }
  for (int64_t slot = 0; slot < slots_; ++slot) {
    auto& row = row_of(slot);
    if (row < block.rows) row = new_rows_[static_cast<std::size_t>(row)];
  }
  block = smaller;
}

void DecoderHistory::select(std::span<const int64_t> slots) {
  slots_ = std::ssize(slots);
  next_rows_.resize(slots.size() * static_cast<std::size_t>(room_));
  for (int64_t slot = 0; slot < slots_; ++slot) {
    std::copy_n(rows_.begin() + slots[static_cast<std::size_t>(slot)] * room_, places(),
                next_rows_.begin() + slot * room_);
  }
  std::swap(rows_, next_rows_);
}

void DecoderHistory::find(int64_t slot, int64_t layer, int64_t count, const float** keys, const float** values) const {
  const int64_t first = places() - count;
  const int32_t* rows = rows_.data() + slot * room_ + first;
  for (int64_t i = 0; i < count; ++i) {
    const Block& block = blocks_[static_cast<std::size_t>(first + i)];
    keys[i] = place_of(block, layer, 0) + rows[i] * width_;
    values[i] = place_of(block, layer, 1) + rows[i] * width_;
  }
}

}  // namespace tfm
