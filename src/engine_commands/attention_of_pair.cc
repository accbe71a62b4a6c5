#include "engine_commands/attention_of_pair.h"

#include <ATen/ATen.h>

#include "commands/attention_file.h"
#include "engine_commands/encoded_pair.h"

namespace tfm {
namespace {

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
  const auto pair = encode_pair(loaded, source, target);
  Dropout none;
  AttentionRecorder encoder, decoder;
  model->decode(pair.batch.target_input, model->encode(pair.batch.source, none, &encoder), none, &decoder);
  AttentionMaps maps{.source = source,
                     .target = target,
                     .source_pieces = pair.source_pieces,
                     .target_inputs = pair.target_inputs,
                     .target_outputs = pair.target_outputs,
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

void write_attention(LoadedModel& loaded, const std::string& source, const std::string& target, const std::string& file,
                     const AttentionView& view) {
  write_attention_file(attention_of_pair(loaded, source, target), file, view);
}

}  // namespace tfm
