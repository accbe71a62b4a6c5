// What the tests of data share: encoded corpora from given or random pairs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/concat.h"
#include "core/random.h"
#include "data/parallel_corpus.h"

namespace tfm {

using Pieces = std::vector<int32_t>;
struct PiecePair {
  Pieces source;
  Pieces target;
};

inline ParallelCorpus write_corpus(const std::filesystem::path& file, const std::vector<PiecePair>& pairs) {
  ParallelCorpusWriter writer(file, "fingerprint");
  for (const PiecePair& pair : pairs) writer.add(pair.source, pair.target);
  writer.finish();
  return ParallelCorpus::open(file);
}

// Pairs of 1 to `longest` pieces a side. The first source piece is the pair's number plus `kFirstPiece`.
inline constexpr int32_t kFirstPiece = 10;
inline std::vector<PiecePair> random_pairs(int64_t count, int64_t longest, RandomStream& random) {
  std::vector<PiecePair> pairs(static_cast<size_t>(count));
  for (size_t i = 0; i < pairs.size(); ++i) {
    const auto fill = [&](Pieces& side) {
      side.resize(1 + random.below(static_cast<uint64_t>(longest)));
      for (int32_t& piece : side) piece = kFirstPiece + static_cast<int32_t>(random.below(1000));
    };
    fill(pairs[i].source);
    fill(pairs[i].target);
    pairs[i].source[0] = kFirstPiece + static_cast<int32_t>(i);
  }
  return pairs;
}

inline Pieces to_vector(std::span<const int32_t> pieces) { return {pieces.begin(), pieces.end()}; }

}  // namespace tfm
