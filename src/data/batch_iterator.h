// Training batches without end, epoch after epoch, assembled ahead of time in the background.
#pragma once

#include <cstdint>
#include <memory>

#include "data/batch.h"
#include "data/epoch_batches.h"
#include "data/parallel_corpus.h"

namespace tfm {

// A place in the endless row of batches: the batch that comes next.
struct BatchPosition {
  int64_t epoch = 0;
  int64_t pool = 0;   // of the epoch, see epoch_batches.h
  int64_t batch = 0;  // of the pool
  bool operator==(const BatchPosition&) const = default;
};

// The row of batches is a function of corpus and options alone: resuming is a seek. While it runs, the corpus's files
// are read through once and compared with their checksums. Not for several threads at once.
class BatchIterator {
 public:
  // `corpus` outlives the iterator and has at least one pair.
  BatchIterator(const ParallelCorpus& corpus, const BatchIteratorOptions& options, BatchPosition start = {});
  ~BatchIterator();
  BatchIterator(const BatchIterator&) = delete;
  BatchIterator& operator=(const BatchIterator&) = delete;

  // Waits where the batch isn't ready. What went wrong in the background is thrown here, and again at each later call;
  // a UserError among others when the position isn't one of its epoch, and when a file of the corpus is damaged.
  Batch next();
  // Of the batch that next() will give. The place after a pool's or epoch's last batch is the next
  // one's first.
  BatchPosition position() const;
  void seek(BatchPosition position);
  // How long next() has waited so far, all calls together.
  double waited_seconds() const;

 private:
  class Worker;
  class Verifier;
  const ParallelCorpus& corpus_;
  BatchIteratorOptions options_;
  std::unique_ptr<Verifier> verifier_;
  std::unique_ptr<Worker> worker_;
  BatchPosition position_;
  double waited_seconds_ = 0;
};

}  // namespace tfm
