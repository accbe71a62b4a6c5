// Guided alignment (Chen et al. 2016, arXiv:1607.01628; Garg et al. 2019, arXiv:1909.02074): cross-attention is taught
// to look where a word aligner says.
#pragma once

#include <ATen/core/Tensor.h>

#include "config/config.h"
#include "data/batch.h"

namespace tfm {

// Sum over linked target pieces of the cross-entropy between the even distribution over a piece's links and the guided
// attention: the mean of all heads' weights, or those of the first head. Target pieces without links don't count.
// log_weights: [B, H, T, S], the logarithms of one layer's attention -> a scalar, differentiable. `links` are on the
// same device, and not empty.
at::Tensor alignment_loss(const at::Tensor& log_weights, const BatchLinks& links, GuidedHeads heads);

}  // namespace tfm
