#include "data/batch_iterator.h"

#include <c10/util/Exception.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "core/concat.h"
#include "core/error.h"
#include "data/batch_plan.h"

namespace tfm {
namespace {

constexpr size_t kBatchesAhead = 8;

struct Prepared {
  Batch batch;
  BatchPosition after;
};

// The row of batches, made one by one in the calling thread.
class BatchRow {
 public:
  BatchRow(const ParallelCorpus& corpus, const BatchIteratorOptions& options, BatchPosition start)
      : corpus_(corpus), options_(options), position_(start) {}

  Prepared next() {
    if (!plan_) enter_epoch();
    Batch batch = assemble((*plan_)[position_.batch]);
    ++position_.batch;
    leave_finished_epoch();
    return {std::move(batch), position_};
  }

 private:
  void enter_epoch() {
    if (lengths_.empty()) lengths_ = pair_lengths(corpus_);
    plan_ = plan_epoch(lengths_, options_.batch_tokens, options_.seed, position_.epoch);
    if (position_.batch >= plan_->size()) {
      throw UserError(concat("can't go on at batch ", position_.batch, " of epoch ", position_.epoch,
                             ": the epoch has only ", plan_->size(),
                             " batches; the data or batch_tokens are not those of the checkpoint"));
    }
  }

  void leave_finished_epoch() {
    if (position_.batch < plan_->size()) return;
    position_ = {position_.epoch + 1, 0};
    plan_.reset();
  }

  Batch assemble(std::span<const int64_t> indices) const {
    std::vector<EncodedPair> pairs;
    pairs.reserve(indices.size());
    for (const int64_t index : indices) pairs.push_back(corpus_[index]);
    return make_batch(pairs, options_.source_ids, options_.target_ids);
  }

  const ParallelCorpus& corpus_;
  const BatchIteratorOptions& options_;
  BatchPosition position_;
  std::vector<PairLengths> lengths_;
  std::optional<BatchPlan> plan_;
};

}  // namespace

// Runs a BatchRow ahead of its reader, by a bounded number of batches.
class BatchIterator::Worker {
 public:
  explicit Worker(BatchRow row) : row_(std::move(row)), thread_([this] { run(); }) {}
  ~Worker() {
    {
      const std::scoped_lock lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  Prepared take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !ready_.empty() || failure_; });
    if (ready_.empty()) std::rethrow_exception(failure_);
    Prepared prepared = std::move(ready_.front());
    ready_.pop_front();
    changed_.notify_all();
    return prepared;
  }

 private:
  void run() {
    try {
      while (put(row_.next())) {
      }
    } catch (...) {  // handed to the reader of the batches
      const std::scoped_lock lock(mutex_);
      failure_ = std::current_exception();
    }
    changed_.notify_all();
  }

  // False when no more are wanted.
  bool put(Prepared prepared) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ready_.size() < kBatchesAhead || stopping_; });
    if (stopping_) return false;
    ready_.push_back(std::move(prepared));
    changed_.notify_all();
    return true;
  }

  BatchRow row_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Prepared> ready_;
  std::exception_ptr failure_;
  bool stopping_ = false;
  std::thread thread_;  // last: it uses all of the above
};

BatchIterator::BatchIterator(const ParallelCorpus& corpus, const BatchIteratorOptions& options, BatchPosition start)
    : corpus_(corpus), options_(options) {
  TORCH_CHECK(corpus.size() > 0, "a corpus without pairs has no batches");
  seek(start);
}

BatchIterator::~BatchIterator() = default;

Batch BatchIterator::next() {
  const auto begin = std::chrono::steady_clock::now();
  Prepared prepared = worker_->take();
  waited_seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  position_ = prepared.after;
  return std::move(prepared.batch);
}

BatchPosition BatchIterator::position() const { return position_; }
double BatchIterator::waited_seconds() const { return waited_seconds_; }

void BatchIterator::seek(BatchPosition position) {
  worker_.reset();  // before the next one starts
  worker_ = std::make_unique<Worker>(BatchRow(corpus_, options_, position));
  position_ = position;
}

}  // namespace tfm
