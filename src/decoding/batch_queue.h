// Batches for several workers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace tfm {

// Items begin .. end - 1.
struct ItemRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  int64_t size() const { return static_cast<int64_t>(end - begin); }
};

// Hands out batches of items that stand from the longest to the shortest, so that a batch's first item decides how many
// are with it. Its functions may be called by several threads.
class BatchQueue {
 public:
  struct Limits {
    int64_t items;      // of a batch
    int64_t positions;  // of a batch, padding counted; a longer item goes alone
  };
  // lengths: positions of each item.
  BatchQueue(std::vector<int64_t> lengths, const Limits& limits);

  // Nothing when all has been handed out, or after stop().
  std::optional<ItemRange> next();
  // Memory didn't suffice for this batch, of at least two: it is handed out again, and batches are no larger than half
  // of it from here on.
  void give_back(const ItemRange& batch);
  // Nothing more is handed out.
  void stop();
  int64_t most_positions() const;

 private:
  std::vector<int64_t> lengths_;
  Limits limits_;
  std::vector<ItemRange> waiting_;  // none empty; the last is next
  bool stopped_ = false;
  mutable std::mutex mutex_;
};

}  // namespace tfm
