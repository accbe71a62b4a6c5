#include "commands/attention_of_pair.h"

#include <ATen/ATen.h>

#include "core/concat.h"
#include "core/error.h"
#include "data/batch.h"

namespace tfm {
namespace {

using Pieces = std::vector<int32_t>;

Pieces encode(const Tokenizer& tokenizer, const std::string& text, const Transformer& model) {
  auto pieces = tokenizer.encode(text);
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

// [1, H, T, S] -> [head][query][key]
AttentionMap map_of(const std::string& part, int64_t layer, const Tensor& weights) {
  AttentionMap map{.part = part, .layer = layer, .heads = {}};
  const auto local = weights[0].to(at::kCPU, at::kFloat).contiguous();
  const float* value = local.const_data_ptr<float>();
  map.heads.resize(static_cast<std::size_t>(local.size(0)));
  for (auto& head : map.heads) {
    head.resize(static_cast<std::size_t>(local.size(1)));
    for (auto& row : head) {
      row.assign(value, value + local.size(2));
      value += local.size(2);
    }
  }
  return map;
}

}  // namespace

AttentionMaps attention_of_pair(LoadedModel& loaded, const std::string& source, const std::string& target) {
  const c10::InferenceMode inference;
  auto& model = loaded.model;
  const auto source_pieces = encode(*loaded.tokenizers.source, source, model);
  const auto target_pieces = encode(*loaded.tokenizers.target, target, model);
  const std::vector<EncodedPair> pair = {{source_pieces, target_pieces}};
  const auto batch = make_batch(pair, loaded.tokenizers.source->special_ids(), loaded.tokenizers.target->special_ids());
  const auto on_device = batch.to(model->output_weight().device());
  Dropout none;
  AttentionRecorder encoder, decoder;
  model->decode(on_device.target_input, model->encode(on_device.source, {}, none, &encoder), none, &decoder);
  AttentionMaps maps{.source = source,
                     .target = target,
                     .source_pieces = names(*loaded.tokenizers.source, batch.source),
                     .target_inputs = names(*loaded.tokenizers.target, batch.target_input),
                     .target_outputs = names(*loaded.tokenizers.target, batch.target_output),
                     .maps = {}};
  for (std::size_t i = 0; i < encoder.weights().size(); ++i) {
    maps.maps.push_back(map_of("encoder", static_cast<int64_t>(i), encoder.weights()[i]));
  }
  // Each decoder layer hands in its self-attention, then its cross-attention.
  for (std::size_t i = 0; i < decoder.weights().size(); ++i) {
    maps.maps.push_back(map_of(i % 2 == 0 ? "decoder" : "cross", static_cast<int64_t>(i / 2), decoder.weights()[i]));
  }
  return maps;
}

}  // namespace tfm
