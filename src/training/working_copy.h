// A model in 16 bits that forward and backward pass compute in, while the weights that are updated stay float32
// (Micikevicius et al. 2018, arXiv:1710.03740, section 3.1).
#pragma once

#include <vector>

#include "model/transformer.h"

namespace tfm {

// What a model of this precision, which isn't kAuto, computes in.
at::ScalarType scalar_type(Precision precision);

class WorkingCopy {
 public:
  // `type`: bfloat16 or float16. Shares no memory with the master.
  WorkingCopy(const Transformer& master, at::ScalarType type);

  Transformer& model() { return copy_; }
  // Rounds the master's weights into the copy.
  void take_weights();
  // Adds the copy's gradients to the master's, in float32, and clears them.
  void give_gradients();

 private:
  std::vector<at::Tensor> masters_, copies_;  // parameter by parameter
  Transformer copy_;
};

}  // namespace tfm
