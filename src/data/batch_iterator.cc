#include "data/batch_iterator.h"

#include <c10/util/Exception.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <future>
#include <mutex>
#include <optional>
#include <thread>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {
namespace {

constexpr size_t kBatchesAhead = 8;

struct Prepared {
  Batch batch;
  BatchPosition after;
};

// A pool of batches with its plan.
struct PlannedPool {
  std::shared_ptr<const EpochBatches> epoch;
  int64_t number = 0;
  BatchPlan plan;
};

// The row of batches, made one by one in the calling thread; the next pool is planned in a thread of its own while
// the batches of this one are made.
class BatchRow {
 public:
  BatchRow(const ParallelCorpus& corpus, const BatchIteratorOptions& options, BatchPosition start)
      : corpus_(corpus), options_(options), position_(start) {}

  Prepared next() {
    if (!pool_) enter_pool();
    const auto batch = pool_->epoch->read(pool_->number, pool_->plan[position_.batch]);
    auto tensors = make_batch(batch.pairs(), options_.source_ids, options_.target_ids);
    ++position_.batch;
    leave_finished_pool();
    return {std::move(tensors), position_};
  }

 private:
  void enter_pool() {
    pool_ = upcoming_.valid() ? upcoming_.get() : plan(position_.epoch, position_.pool, nullptr);
    if (position_.batch >= pool_->plan.size()) fail_position();
    const bool last = position_.pool + 1 == pool_->epoch->pools();
    upcoming_ = std::async(std::launch::async, &BatchRow::plan, this, position_.epoch + (last ? 1 : 0),
                           last ? 0 : position_.pool + 1, last ? nullptr : pool_->epoch);
  }

  PlannedPool plan(int64_t epoch, int64_t pool, std::shared_ptr<const EpochBatches> batches) const {
    if (!batches) batches = std::make_shared<const EpochBatches>(corpus_, options_, epoch);
    if (pool >= batches->pools()) fail_position();
    return {batches, pool, batches->plan(pool)};
  }

  void leave_finished_pool() {
    if (position_.batch < pool_->plan.size()) return;
    const bool last = position_.pool + 1 == pool_->epoch->pools();
    position_ =
        last ? BatchPosition{.epoch = position_.epoch + 1} : BatchPosition{position_.epoch, position_.pool + 1, 0};
    pool_.reset();
  }

  [[noreturn]] void fail_position() const {
    throw UserError(concat("can't go on at batch ", position_.batch, " of pool ", position_.pool, " of epoch ",
                           position_.epoch,
                           ": there is none; the data or batch_tokens are not those of the checkpoint"));
  }

  const ParallelCorpus& corpus_;
  const BatchIteratorOptions& options_;
  BatchPosition position_;
  std::optional<PlannedPool> pool_;
  std::future<PlannedPool> upcoming_;  // last: its thread uses all of the above
};

}  // namespace

// Runs a BatchRow ahead of its reader, by a bounded number of batches.
class BatchIterator::Worker {
 public:
  Worker(const ParallelCorpus& corpus, const BatchIteratorOptions& options, BatchPosition start)
      : row_(corpus, options, start), thread_([this] { run(); }) {}
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

// Reads the corpus once, file by file, in a thread of its own.
class BatchIterator::Verifier {
 public:
  explicit Verifier(const ParallelCorpus& corpus) : thread_([this, &corpus] { run(corpus); }) {}
  ~Verifier() {
    stopping_ = true;
    thread_.join();
  }
  // Throws what was found so far.
  void check() const {
    if (failed_) std::rethrow_exception(failure_);
  }

 private:
  void run(const ParallelCorpus& corpus) {
    try {
      for (const EncodedShard& shard : corpus.shards()) shard.verify(stopping_);
    } catch (...) {
      failure_ = std::current_exception();
      failed_ = true;
    }
  }

  std::atomic<bool> stopping_ = false;
  std::atomic<bool> failed_ = false;
  std::exception_ptr failure_;  // written before failed_
  std::thread thread_;          // last: it uses all of the above
};

BatchIterator::BatchIterator(const ParallelCorpus& corpus, const BatchIteratorOptions& options, BatchPosition start)
    : corpus_(corpus), options_(options), verifier_(std::make_unique<Verifier>(corpus)) {
  TORCH_CHECK(corpus.size() > 0, "a corpus without pairs has no batches");
  seek(start);
}

BatchIterator::~BatchIterator() = default;

Batch BatchIterator::next() {
  verifier_->check();
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
  worker_ = std::make_unique<Worker>(corpus_, options_, position);
  position_ = position;
}

}  // namespace tfm
