#include "decoding/alignment.h"

namespace tfm {

Alignment alignment_of(const EncodedPair& pair, std::span<const int64_t> attended) {
  Alignment alignment;
  for (std::size_t target = 0; target < pair.target.size(); ++target) {
    if (attended[target] < std::ssize(pair.source)) {
      alignment.push_back({static_cast<int32_t>(attended[target]), static_cast<int32_t>(target)});
    }
  }
  return alignment;
}

Alignment joined_alignment(std::span<const EncodedPair> parts, std::span<const Alignment> alignments) {
  Alignment joined;
  int32_t sources = 0, targets = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (const auto& link : alignments[i]) joined.push_back({link.source + sources, link.target + targets});
    sources += static_cast<int32_t>(parts[i].source.size());
    targets += static_cast<int32_t>(parts[i].target.size());
  }
  return joined;
}

}  // namespace tfm
