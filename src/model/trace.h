// One sentence pair, step by step through the model's own parts: what src/model/README.md shows.
#pragma once

#include <string>
#include <vector>

#include "model/transformer.h"

namespace tfm {

// What one function made of what the step before left.
struct TraceStep {
  std::string function;  // as it is named in the sources
  std::string what;
  Tensor value;  // [rows, columns]; a single number is [1, 1]
};

// The first layer of the encoder and of the decoder, there the first head, and the loss of the first target piece.
// source: int64 [1, S]; target_input and target_output: int64 [1, T]. No dropout.
std::vector<TraceStep> trace(Transformer& model, const Tensor& source, const Tensor& target_input,
                             const Tensor& target_output);

}  // namespace tfm
