#include "benchmark/step_parts.h"

#include <ATen/ATen.h>

#include "benchmark/part_names.h"
#include "benchmark/timing.h"
#include "kernels/typed.h"
#include "training/label_smoothed_cross_entropy.h"
#include "training/model_input.h"

namespace tfm {
namespace {

constexpr int kRepetitions = 5;

// A part as a function of a tensor whose gradient is wanted.
using Part = std::function<Tensor(const Tensor& x, Dropout& dropout)>;

class PartTimer {
 public:
  PartTimer(Transformer& model, const Batch& batch)
      : model_(model), input_(model->takes_packed() ? packed_input(batch, row_multiple(model->output_weight())) : padded_input(batch, device())) {}

  // `layers` times what the part takes for random states of this shape.
  void time(const std::string& name, int64_t layers, std::vector<int64_t> shape, const Part& part) {
    std::vector<double> forward, backward;
    for (int i = 0; i <= kRepetitions; ++i) {
      const auto x = at::randn(shape, model_->output_weight().options()).set_requires_grad(true);
      Dropout dropout(dropout_rates(model_->config()), static_cast<uint64_t>(i));
      Tensor y;
      forward.push_back(seconds_of(device(), [&] { y = part(x, dropout); }));
      const auto gradient = at::ones_like(y);
      backward.push_back(seconds_of(device(), [&] { y.backward(gradient); }));
    }
    forward.erase(forward.begin());  // the first ones warm up
    backward.erase(backward.begin());
    const auto count = static_cast<double>(layers);
    times_.push_back({name, count * median(forward), count * median(backward)});
  }

  at::Device device() const { return model_->output_weight().device(); }
  const ModelInput& input() const { return input_; }
  std::vector<PartTime> times() && { return std::move(times_); }

 private:
  Transformer& model_;
  ModelInput input_;
  std::vector<PartTime> times_;
};

// [B, L, D]
std::vector<int64_t> states_of(const Tokens& tokens, const LayerShape& shape) {
  return {tokens.ids.size(0), tokens.ids.size(1), shape.d_model};
}

void time_encoder(Transformer& model, PartTimer& timer) {
  auto* layer = model->encoder_layers[0]->as<EncoderLayer>();
  const auto& layout = timer.input().source.layout;
  const auto layers = model->config().encoder_layers;
  const std::vector<int64_t> states = states_of(timer.input().source, encoder_shape(model->config()));
  timer.time(parts::kEncoderSelfAttention, layers, states, [&](const Tensor& x, Dropout& dropout) {
    return layer->self_attention_residual(x, dropout, [&](const Tensor& y) {
      return layer->self_attention->attend_to(y, y, layer->mask(layout), dropout);
    });
  });
  timer.time(parts::kEncoderFeedForward, layers, states, [&](const Tensor& x, Dropout& dropout) {
    return layer->feed_forward_residual(x, dropout, [&](const Tensor& y) { return layer->feed_forward(y, dropout); });
  });
}

void time_decoder(Transformer& model, PartTimer& timer) {
  auto* layer = model->decoder_layers[0]->as<DecoderLayer>();
  const auto layers = model->config().decoder_layers;
  const auto &source = timer.input().source, &target = timer.input().target_input;
  const auto& layout = target.layout;
  const AttentionMask memory_mask{.real_keys = source.layout.real, .queries = layout, .keys = source.layout};
  const std::vector<int64_t> states = states_of(target, decoder_shape(model->config()));
  timer.time(parts::kDecoderSelfAttention, layers, states, [&](const Tensor& x, Dropout& dropout) {
    return layer->self_attention_residual(x, dropout, [&](const Tensor& y) {
      return layer->self_attention->attend_to(y, y, layer->mask(layout), dropout);
    });
  });
  const auto encoded =
      at::randn(states_of(source, encoder_shape(model->config())), model->output_weight().options())
          .set_requires_grad(true);
  timer.time(parts::kCrossAttention, layers, states, [&](const Tensor& x, Dropout& dropout) {
    return layer->cross_attention_residual(x, dropout, [&](const Tensor& y) {
      return layer->cross_attention->attend_to(y, encoded, memory_mask, dropout);
    });
  });
  timer.time(parts::kDecoderFeedForward, layers, states, [&](const Tensor& x, Dropout& dropout) {
    return layer->feed_forward_residual(x, dropout, [&](const Tensor& y) { return layer->feed_forward(y, dropout); });
  });
}

// The embeddings have no input whose gradient is wanted: what stands in for one is added.
void time_embedding(Transformer& model, PartTimer& timer) {
  const auto embed = [&](torch::nn::Embedding& embedding, PositionalEncoding& positions, const Tokens& tokens,
                         Dropout& dropout) {
    return dropout.residual(positions->add_to_sentences(model->embed(embedding, tokens.ids), tokens.layout));
  };
  timer.time(parts::kEmbedding, 1, {1}, [&](const Tensor& x, Dropout& dropout) {
    const auto source = embed(model->source_embedding, model->source_positions, timer.input().source, dropout);
    const auto target = embed(model->target_embedding, model->target_positions, timer.input().target_input, dropout);
    return at::cat({source.flatten(), target.flatten()}) + x;
  });
}

void time_loss(Transformer& model, PartTimer& timer, double label_smoothing) {
  const auto& targets = timer.input().target_output;
  timer.time(parts::kLoss, 1, {targets.size(0), decoder_shape(model->config()).d_model},
             [&](const Tensor& x, Dropout&) {
               return label_smoothed_cross_entropy(x, model->output_weight(), targets, label_smoothing);
             });
}

}  // namespace

std::vector<PartTime> time_parts(Transformer& model, const Batch& batch, double label_smoothing) {
  PartTimer timer(model, batch);
  time_embedding(model, timer);
  time_encoder(model, timer);
  time_decoder(model, timer);
  time_loss(model, timer, label_smoothing);
  model->zero_grad();
  return std::move(timer).times();
}

}  // namespace tfm
