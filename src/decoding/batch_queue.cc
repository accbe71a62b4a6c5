#include "decoding/batch_queue.h"

#include <algorithm>
#include <utility>

namespace tfm {

BatchQueue::BatchQueue(std::vector<int64_t> lengths, const Limits& limits)
    : lengths_(std::move(lengths)), limits_(limits) {
  if (!lengths_.empty()) waiting_.push_back({0, lengths_.size()});
}

std::optional<ItemRange> BatchQueue::next() {
  const std::lock_guard lock(mutex_);
  if (stopped_ || waiting_.empty()) return std::nullopt;
  auto& from = waiting_.back();
  const auto fitting = std::clamp<int64_t>(limits_.positions / lengths_[from.begin], 1, limits_.items);
  const ItemRange batch{from.begin, std::min(from.end, from.begin + static_cast<std::size_t>(fitting))};
  from.begin = batch.end;
  if (from.begin == from.end) waiting_.pop_back();
  return batch;
}

void BatchQueue::give_back(const ItemRange& batch) {
  const std::lock_guard lock(mutex_);
  limits_.positions = std::min(limits_.positions, batch.size() / 2 * lengths_[batch.begin]);
  waiting_.push_back(batch);
}

void BatchQueue::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
}

int64_t BatchQueue::most_positions() const {
  const std::lock_guard lock(mutex_);
  return limits_.positions;
}

}  // namespace tfm
