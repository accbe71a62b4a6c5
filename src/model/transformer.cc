#include "model/transformer.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

#include <cmath>
#include <limits>
#include <utility>

#include "model/recomputed.h"
#include "operations/typed.h"

namespace tfm {
namespace {

void glorot_uniform(Tensor weight, at::Generator& generator) {
  const double bound = std::sqrt(6.0 / static_cast<double>(weight.size(0) + weight.size(1)));
  weight.uniform_(-bound, bound, generator);
}

// With weights that nobody has drawn yet.
torch::nn::Embedding embedding(int64_t pieces, int64_t d_model) {
  return torch::nn::Embedding(torch::nn::EmbeddingOptions(pieces, d_model)._weight(at::empty({pieces, d_model})));
}

}  // namespace

void DecoderState::select(const Tensor& rows, const Tensor& sentences) {
  for (auto& layer : layers) {
    layer.select_rows(rows);
    if (sentences.defined()) layer.select_sentences(sentences);
  }
  if (sentences.defined() && memory_mask.real_keys.defined()) {
    memory_mask.real_keys = memory_mask.real_keys.index_select(0, sentences);
  }
}

TransformerImpl::TransformerImpl(const ModelConfig& config, const Vocabulary& vocabulary)
    : config_(config), vocabulary_(vocabulary) {
  const int64_t encoder_dim = encoder_shape(config).d_model, decoder_dim = decoder_shape(config).d_model;
  const bool one_embedding = has_one_embedding(config, vocabulary);
  source_embedding =
      register_module(one_embedding ? "embedding" : "source_embedding", embedding(vocabulary.source_size, encoder_dim));
  target_embedding = one_embedding
                         ? source_embedding
                         : register_module("target_embedding", embedding(vocabulary.target_size, decoder_dim));
  auto encoder = register_module("encoder", std::make_shared<torch::nn::Module>());
  auto decoder = register_module("decoder", std::make_shared<torch::nn::Module>());
  source_positions = encoder->register_module("position_embedding", PositionalEncoding(encoder_dim, config));
  target_positions = decoder->register_module("position_embedding", PositionalEncoding(decoder_dim, config));
  encoder_layers = encoder->register_module("layers", torch::nn::ModuleList());
  decoder_layers = decoder->register_module("layers", torch::nn::ModuleList());
  for (int64_t i = 0; i < config.encoder_layers; ++i) encoder_layers->push_back(EncoderLayer(config));
  for (int64_t i = 0; i < config.decoder_layers; ++i) decoder_layers->push_back(DecoderLayer(config));
  if (config.norm == NormPlacement::kPre) {
    encoder_norm = encoder->register_module("norm", Norm(encoder_dim, config));
    decoder_norm = decoder->register_module("norm", Norm(decoder_dim, config));
  }
  if (config.tie_embeddings == TiedEmbeddings::kNone) {
    output = register_module("output", Linear(decoder_dim, vocabulary.target_size, /*with_bias=*/false));
  }
}

void TransformerImpl::initialize(uint64_t seed) {
  const at::NoGradGuard no_grad;
  auto generator = at::make_generator<at::CPUGeneratorImpl>(seed);
  for (auto& entry : named_parameters()) {
    // Drawn on the CPU, so that a seed means the same on every device.
    auto value = at::zeros(entry.value().sizes(), at::kFloat);
    const auto& name = entry.key();
    if (name.find("embedding") != std::string::npos) {
      value.normal_(0.0, 1.0 / std::sqrt(static_cast<double>(value.size(1))), generator);
    } else if (value.dim() == 2 && !name.ends_with("bias")) {  // an additive score's b is [H, K]
      glorot_uniform(value, generator);
    } else if (name.find("norm.weight") != std::string::npos) {
      value.fill_(1.0);
    }
    entry.value().copy_(value);
  }
}

Tensor TransformerImpl::embed(torch::nn::Embedding& embedding, const Tensor& tokens) const {
  const auto embedded = at::embedding(embedding->weight, tokens, /*padding_idx=*/-1, /*scale_grad_by_freq=*/false,
                                      sparse_embedding_gradients_);
  return config_.scale_embeddings ? embedded * std::sqrt(static_cast<double>(embedded.size(-1))) : embedded;
}

Tensor TransformerImpl::first_states(torch::nn::Embedding& embedding, PositionalEncoding& positions,
                                     const Tokens& tokens, Dropout& dropout) const {
  dropout.enter(tokens.part);
  const auto words = dropout.words(embed(embedding, tokens.ids));  // [B, L] -> [B, L, D]
  return dropout.residual(positions->add_to_sentences(words, tokens.layout));
}

EncodedSource TransformerImpl::encode(const Tokens& source, Dropout& dropout, AttentionRecorder* recorder) {
  auto x = first_states(source_embedding, source_positions, source, dropout);  // [B, S, D]
  for (const auto& module : *encoder_layers) {
    auto* layer = module->as<EncoderLayer>();
    const auto forward = [=, layout = source.layout](const Tensor& y, const Tensor&, Dropout& d) {
      return layer->forward(y, layout, d, recorder);
    };
    x = recompute_ ? recomputed(forward, x, {}, dropout) : forward(x, {}, dropout);
  }
  return {encoder_norm ? encoder_norm(x) : x, {.real_keys = source.layout.real, .keys = source.layout}};
}

Tensor TransformerImpl::decode(const Tokens& target_input, const EncodedSource& encoded, Dropout& dropout,
                               AttentionRecorder* recorder, GuidedLayer* guided) {
  auto x = first_states(target_embedding, target_positions, target_input, dropout);  // [B, T, D]
  auto memory_mask = encoded.mask;
  memory_mask.queries = target_input.layout;
  for (std::size_t i = 0; i < decoder_layers->size(); ++i) {
    auto* layer = decoder_layers[i]->as<DecoderLayer>();
    auto* log_weights = guided != nullptr && std::cmp_equal(guided->layer, i) ? &guided->log_weights : nullptr;
    const auto forward = [=](const Tensor& y, const Tensor& states, Dropout& d) {
      return layer->forward(y, states, memory_mask, d, recorder, log_weights);
    };
    const bool recompute = recompute_ && log_weights == nullptr;  // weights that a loss looks at must be kept
    x = recompute ? recomputed(forward, x, encoded.states, dropout) : forward(x, encoded.states, dropout);
  }
  return decoder_norm ? decoder_norm(x) : x;
}

DecoderState TransformerImpl::start_decoding(const EncodedSource& encoded) {
  DecoderState state{.layers = {}, .memory_mask = encoded.mask, .length = 0};
  for (const auto& module : *decoder_layers) {
    state.layers.push_back(module->as<DecoderLayer>()->start_cache(encoded.states));
  }
  return state;
}

Tensor TransformerImpl::step(const Tensor& tokens, DecoderState& state, GuidedLayer* guided) {
  const auto embedded = embed(target_embedding, tokens).unsqueeze(2);  // [B, W, 1, D]
  auto x = target_positions(embedded, state.length).squeeze(2);        // [B, W, D]
  for (std::size_t i = 0; i < state.layers.size(); ++i) {
    auto* layer = decoder_layers[i]->as<DecoderLayer>();
    auto* log_weights = guided != nullptr && std::cmp_equal(guided->layer, i) ? &guided->log_weights : nullptr;
    x = layer->step(x, state.length, state.layers[i], state.memory_mask, log_weights);
  }
  ++state.length;
  return decoder_norm ? decoder_norm(x) : x;
}

bool TransformerImpl::takes_packed() const {
  const auto dot_product = [](const LayerShape& shape) { return shape.score_kind == AttentionScore::kDotProduct; };
  return has_kernels(output_weight()) && dot_product(encoder_shape(config_)) && dot_product(decoder_shape(config_)) &&
         cross_attention_score(config_) == AttentionScore::kDotProduct;
}

int64_t TransformerImpl::num_parameters() const {
  int64_t count = 0;
  for (const auto& parameter : parameters()) count += parameter.numel();
  return count;
}

}  // namespace tfm
