#include "checkpoint/average.h"

#include <ATen/ATen.h>

#include "checkpoint/weights.h"
#include "core/concat.h"
#include "core/error.h"

namespace tfm {
namespace {

using Weights = std::map<std::string, at::Tensor>;

void add(Weights& sums, const Weights& weights, const std::filesystem::path& file) {
  for (auto& [name, sum] : sums) {
    const auto found = weights.find(name);
    if (weights.size() != sums.size() || found == weights.end() || found->second.sizes() != sum.sizes()) {
      throw UserError(concat(file.string(),
                             " has other weights than the first checkpoint: only checkpoints of one run ",
                             "can be averaged"));
    }
    sum.add_(found->second);
  }
}

}  // namespace

NamedTensors average_checkpoints(const std::vector<std::filesystem::path>& checkpoints,
                                 const std::string& tokenizer_fingerprint) {
  const auto load = [&](const std::filesystem::path& folder) {
    return load_weights(folder / "model.safetensors", tokenizer_fingerprint);
  };
  const auto first = load(checkpoints.front());
  Weights sums;
  for (const auto& [name, weight] : first) sums[name] = weight.to(at::kDouble);
  for (std::size_t i = 1; i < checkpoints.size(); ++i) add(sums, load(checkpoints[i]), checkpoints[i]);
  NamedTensors averages;
  for (const auto& [name, weight] : first) {
    averages.emplace_back(name, sums.at(name).div_(static_cast<double>(checkpoints.size())).to(weight.scalar_type()));
  }
  return averages;
}

}  // namespace tfm
