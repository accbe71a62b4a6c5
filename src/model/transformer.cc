#include "model/transformer.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

#include <cmath>

namespace tfm {
namespace {

torch::nn::LayerNorm final_norm(const ModelConfig& config) {
  return torch::nn::LayerNorm(torch::nn::LayerNormOptions({config.d_model}));
}

AttentionMask mask_of(const Tensor& real_pieces) {
  if (!real_pieces.defined()) return {};
  return {.allowed = real_pieces.unsqueeze(1).unsqueeze(1), .causal = false};  // [B, S] -> [B, 1, 1, S]
}

void glorot_uniform(Tensor weight, at::Generator& generator) {
  const double bound = std::sqrt(6.0 / static_cast<double>(weight.size(0) + weight.size(1)));
  weight.uniform_(-bound, bound, generator);
}

}  // namespace

void DecoderState::select(const Tensor& rows, const Tensor& sentences) {
  for (auto& layer : layers) {
    layer.select_rows(rows);
    if (sentences.defined()) layer.select_sentences(sentences);
  }
  if (sentences.defined() && memory_mask.allowed.defined()) {
    memory_mask.allowed = memory_mask.allowed.index_select(0, sentences);
  }
}

TransformerImpl::TransformerImpl(const ModelConfig& config, const Vocabulary& vocabulary)
    : config_(config), positions_(config.d_model) {
  const bool one_embedding = vocabulary.shared && config.tie_embeddings;
  source_embedding_ = register_module(one_embedding ? "embedding" : "source_embedding",
                                      torch::nn::Embedding(vocabulary.source_size, config.d_model));
  target_embedding_ =
      one_embedding ? source_embedding_
                    : register_module("target_embedding", torch::nn::Embedding(vocabulary.target_size, config.d_model));
  auto encoder = register_module("encoder", std::make_shared<torch::nn::Module>());
  auto decoder = register_module("decoder", std::make_shared<torch::nn::Module>());
  encoder_layers_ = encoder->register_module("layers", torch::nn::ModuleList());
  decoder_layers_ = decoder->register_module("layers", torch::nn::ModuleList());
  for (int64_t i = 0; i < config.encoder_layers; ++i) encoder_layers_->push_back(EncoderLayer(config));
  for (int64_t i = 0; i < config.decoder_layers; ++i) decoder_layers_->push_back(DecoderLayer(config));
  if (config.norm == NormPlacement::kPre) {
    encoder_norm_ = encoder->register_module("norm", final_norm(config));
    decoder_norm_ = decoder->register_module("norm", final_norm(config));
  }
  if (!config.tie_embeddings) {
    output_ = register_module(
        "output", torch::nn::Linear(torch::nn::LinearOptions(config.d_model, vocabulary.target_size).bias(false)));
  }
}

void TransformerImpl::initialize(uint64_t seed) {
  const at::NoGradGuard no_grad;
  auto generator = at::make_generator<at::CPUGeneratorImpl>(seed);
  for (auto& entry : named_parameters()) {
    // Drawn on the CPU, so that a seed means the same on every device.
    auto value = at::zeros(entry.value().sizes(), at::kFloat);
    const bool is_norm = entry.key().find("norm.weight") != std::string::npos;
    if (entry.key().find("embedding") != std::string::npos) {
      value.normal_(0.0, 1.0 / std::sqrt(static_cast<double>(config_.d_model)), generator);
    } else if (value.dim() == 2) {
      glorot_uniform(value, generator);
    } else if (is_norm) {
      value.fill_(1.0);
    }
    entry.value().copy_(value);
  }
}

Tensor TransformerImpl::embed(torch::nn::Embedding& embedding, const Tensor& tokens, int64_t first) {
  const auto scaled = embedding(tokens) * std::sqrt(static_cast<double>(config_.d_model));
  return scaled + positions_(first, tokens.size(1), scaled);
}

EncodedSource TransformerImpl::encode(const Tensor& source, const Tensor& source_mask, Dropout& dropout) {
  const auto mask = mask_of(source_mask);
  auto x = dropout.drop(embed(source_embedding_, source, 0));
  for (const auto& layer : *encoder_layers_) x = layer->as<EncoderLayer>()->forward(x, mask, dropout);
  return {encoder_norm_ ? encoder_norm_(x) : x, mask};
}

Tensor TransformerImpl::decode(const Tensor& target_input, const EncodedSource& encoded, Dropout& dropout) {
  auto x = dropout.drop(embed(target_embedding_, target_input, 0));
  for (const auto& module : *decoder_layers_) {
    auto* layer = module->as<DecoderLayer>();
    x = layer->forward(x, layer->cross_attention->project_memory(encoded.states), encoded.mask, dropout);
  }
  return decoder_norm_ ? decoder_norm_(x) : x;
}

DecoderState TransformerImpl::start_decoding(const EncodedSource& encoded) {
  DecoderState state{.layers = {}, .memory_mask = encoded.mask, .length = 0};
  for (const auto& module : *decoder_layers_) {
    auto& attention = module->as<DecoderLayer>()->cross_attention;
    state.layers.push_back({.past = {}, .length = 0, .memory = attention->project_memory(encoded.states)});
  }
  return state;
}

Tensor TransformerImpl::step(const Tensor& tokens, DecoderState& state) {
  const auto position = positions_(state.length, 1, target_embedding_->weight);  // [1, D], the same for all
  auto x = target_embedding_(tokens) * std::sqrt(static_cast<double>(config_.d_model)) + position;  // [N, W, D]
  for (int64_t i = 0; i < config_.decoder_layers; ++i) {
    auto* layer = decoder_layers_[static_cast<std::size_t>(i)]->as<DecoderLayer>();
    x = layer->step(x, state.layers[static_cast<std::size_t>(i)], state.memory_mask);
  }
  ++state.length;
  return decoder_norm_ ? decoder_norm_(x) : x;
}

int64_t TransformerImpl::num_parameters() const {
  int64_t count = 0;
  for (const auto& parameter : parameters()) count += parameter.numel();
  return count;
}

}  // namespace tfm
