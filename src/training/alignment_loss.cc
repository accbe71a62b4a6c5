#include "training/alignment_loss.h"

#include <ATen/ATen.h>
#include <ATen/TensorIndexing.h>

#include <cmath>

namespace tfm {

at::Tensor alignment_loss(const at::Tensor& log_weights, const BatchLinks& links, GuidedHeads heads) {
  const auto row = links.places[0], target = links.places[1], source = links.places[2];
  at::Tensor log_attention;  // [N], of each link
  if (heads == GuidedHeads::kFirst) {
    log_attention = log_weights.select(1, 0).index({row, target, source});
  } else {
    // log mean_h exp(log a_h): weights too small for a number still have a gradient.
    const auto of_heads = log_weights.index({row, at::indexing::Slice(), target, source});  // [N, H]
    log_attention = of_heads.logsumexp(1) - std::log(static_cast<double>(log_weights.size(1)));
  }
  return -(log_attention * links.weights).sum();
}

}  // namespace tfm
