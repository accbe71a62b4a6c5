#include "engine_commands/encoded_pair.h"

#include <ATen/ATen.h>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {
namespace {

using Pieces = std::vector<int32_t>;

Pieces checked(Pieces pieces, const std::string& text, const Transformer& model) {
  if (pieces.empty()) throw UserError(concat("\"", text, "\" has no pieces to look at; give some text"));
  if (std::ssize(pieces) >= model->max_length()) {
    throw UserError(concat("\"", text, "\" has ", pieces.size(),
                           " pieces, and the model's learned positions end before; ", "shorten it"));
  }
  return pieces;
}

std::vector<std::string> names(const Tokenizer& tokenizer, const Tensor& tokens) {
  std::vector<std::string> names;
  for (int64_t i = 0; i < tokens.size(1); ++i) {
    names.push_back(tokenizer.piece(static_cast<int32_t>(tokens[0][i].item<int64_t>())));
  }
  return names;
}

}  // namespace

PairOfPieces encode_pair(const LoadedModel& loaded, const std::string& source, const std::string& target) {
  const auto& tokenizers = loaded.tokenizers;
  const auto codec = loaded.codec();
  const auto source_pieces = checked(codec.encode_source(source), source, loaded.model);
  const auto target_pieces = checked(codec.encode_target(target), target, loaded.model);
  const std::vector<EncodedPair> pair = {{source_pieces, target_pieces}};
  const auto batch = make_batch(pair, tokenizers.source->special_ids(), tokenizers.target->special_ids());
  return {.batch = batch.to(loaded.model->output_weight().device()),
          .source_pieces = names(*tokenizers.source, batch.source),
          .target_inputs = names(*tokenizers.target, batch.target_input),
          .target_outputs = names(*tokenizers.target, batch.target_output)};
}

}  // namespace tfm
