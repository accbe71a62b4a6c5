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
  bool operator==(const PiecePair&) const = default;
};

inline ParallelCorpus write_corpus(const std::filesystem::path& folder, const std::vector<PiecePair>& pairs,
                                   int64_t pairs_a_shard = 1'000'000) {
  ParallelCorpusWriter writer(folder, {.tokenizer_fingerprint = "fingerprint", .pairs_a_shard = pairs_a_shard});
  for (const PiecePair& pair : pairs) writer.add(pair.source, pair.target);
  writer.finish();
  return ParallelCorpus::open(folder);
}

inline PiecePair read_pair(const ParallelCorpus& corpus, int64_t index) {
  Pieces ids;
  const PairLengths lengths = corpus.read(index, ids);
  return {{ids.begin(), ids.begin() + lengths.source}, {ids.begin() + lengths.source, ids.end()}};
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

}  // namespace tfm
