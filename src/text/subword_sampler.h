// Other pieces for the same text, so that training sees a sentence cut differently in each epoch.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/random.h"
#include "text/segmenter.h"
#include "text/tokenizer.h"

namespace tfm {

// Draws segmentations of sentences that are already encoded: subword regularisation (Kudo 2018) for a unigram model,
// BPE dropout (Provilkov et al. 2020) for a BPE model. What is drawn depends on the ids and the stream only.
// Safe to use from several threads.
class SubwordSampler {
 public:
  // `strength`, unigram: alpha, the exponent of the pieces' probabilities (0.1 is usual; 0: each segmentation alike; a
  // great one: the best segmentation, as encode() gives it). BPE: the probability of a merge being left out (0.1 is
  // usual; 0: as encode() gives it; 1: single characters). UserError for a strength that can't be meant and for models
  // of words or characters. Nothing of the tokenizer is kept.
  SubwordSampler(const Tokenizer& tokenizer, double strength);
  SubwordSampler(SubwordSampler&&) noexcept;
  SubwordSampler& operator=(SubwordSampler&&) noexcept;
  ~SubwordSampler();

  // Ids that decode to the same text. Rows of ordinary pieces are joined and cut anew; unknown, byte, special and
  // user-defined pieces and foreign ids stay where they are, and so do pieces with a character that is no piece of its
  // own.
  std::vector<int32_t> sample(std::span<const int32_t> ids, RandomStream stream) const;

 private:
  bool stays(int32_t id) const;

  std::vector<std::vector<int32_t>> characters_;  // of each piece, as ids; none for those that stay
  std::unique_ptr<const Segmenter> segmenter_;
};

}  // namespace tfm
