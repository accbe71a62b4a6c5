#include "model/parameter_counts.h"

#include <algorithm>
#include <array>

namespace tfm {
namespace {

struct Kind {
  const char* in_name;
  const char* part;
};
// The first that stands in a parameter's name decides.
constexpr std::array<Kind, 6> kKinds = {{{"norm.", "norms"},
                                         {"position_embedding", "positions"},
                                         {"embedding", "embeddings"},
                                         {"self_attention", "self-attention"},
                                         {"cross_attention", "cross-attention"},
                                         {"feed_forward", "feed-forward"}}};

std::string part_of(const std::string& name) {
  const auto side = name.substr(0, name.find('.'));
  const auto kind = std::ranges::find_if(
      kKinds, [&](const Kind& candidate) { return name.find(candidate.in_name) != std::string::npos; });
  if (kind == kKinds.end()) return side;  // the output layer
  return side == "encoder" || side == "decoder" ? side + " " + kind->part : kind->part;
}

}  // namespace

std::vector<std::pair<std::string, int64_t>> parameter_counts(const Transformer& model) {
  std::vector<std::pair<std::string, int64_t>> counts;
  for (const auto& entry : model->named_parameters()) {
    const auto part = part_of(entry.key());
    auto found = std::ranges::find(counts, part, &std::pair<std::string, int64_t>::first);
    if (found == counts.end()) found = counts.insert(counts.end(), {part, 0});
    found->second += entry.value().numel();
  }
  return counts;
}

}  // namespace tfm
