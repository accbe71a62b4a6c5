// Ways to cut a text into pieces of a vocabulary, drawn at random. Characters are given as the ids of the pieces that
// hold them alone.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/random.h"

namespace tfm {

// A piece that others can be exchanged for. The characters are at least one.
struct SpelledPiece {
  int32_t id = 0;
  float score = 0.0F;
  std::vector<int32_t> characters;
};

class Segmenter {
 public:
  virtual ~Segmenter() = default;
  // Appends the pieces of one segmentation to `ids`. The characters are those of some row of the vocabulary's pieces.
  virtual void sample(std::span<const int32_t> characters, RandomStream& random, std::vector<int32_t>& ids) const = 0;
};

// Each segmentation with a probability in proportion to the product of its pieces' probabilities, each to the power
// `alpha` (Kudo 2018, arXiv:1804.10959, with all segmentations as candidates).
std::unique_ptr<const Segmenter> unigram_segmenter(const std::vector<SpelledPiece>& pieces, double alpha);

// Byte-pair encoding in which each merge is left out with probability `dropout` (Provilkov et al. 2020,
// arXiv:1910.13267), in the way of SentencePiece: see bpe_segmenter.cc.
std::unique_ptr<const Segmenter> bpe_segmenter(const std::vector<SpelledPiece>& pieces, double dropout);

}  // namespace tfm
