#include "benchmark/step_parts.h"

#include <ATen/ATen.h>

#include "benchmark/part_names.h"
#include "benchmark/timing.h"
#include "training/label_smoothed_cross_entropy.h"

namespace tfm {
namespace {

constexpr int kRepetitions = 5;

// A part as a function of a tensor whose gradient is wanted.
using Part = std::function<Tensor(const Tensor& x, Dropout& dropout)>;

class PartTimer {
 public:
  PartTimer(Transformer& model, const Batch& batch) : model_(model), batch_(batch.to(device())) {}

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
  const Batch& batch() const { return batch_; }
  std::vector<PartTime> times() && { return std::move(times_); }

 private:
  Transformer& model_;
  Batch batch_;
  std::vector<PartTime> times_;
};

void time_encoder(Transformer& model, PartTimer& timer) {
  auto* layer = model->encoder_layers[0]->as<EncoderLayer>();
  const auto mask = timer.batch().padded_source_mask();
  const auto layers = model->config().encoder_layers;
  const std::vector<int64_t> states{timer.batch().size(), timer.batch().source.size(1),
                                    encoder_shape(model->config()).d_model};
  timer.time(parts::kEncoderSelfAttention, layers, states, [&](const Tensor& x, Dropout& dropout) {
    return layer->self_attention_residual(x, dropout, [&](const Tensor& y) {
      return layer->self_attention(y, layer->self_attention->project_memory(y), layer->mask(mask), dropout);
    });
  });
  timer.time(parts::kEncoderFeedForward, layers, states, [&](const Tensor& x, Dropout& dropout) {
    return layer->feed_forward_residual(x, dropout, [&](const Tensor& y) { return layer->feed_forward(y, dropout); });
  });
}

void time_decoder(Transformer& model, PartTimer& timer) {
  auto* layer = model->decoder_layers[0]->as<DecoderLayer>();
  const auto layers = model->config().decoder_layers;
  const auto& batch = timer.batch();
  const std::vector<int64_t> states{batch.size(), batch.target_input.size(1), decoder_shape(model->config()).d_model};
  timer.time(parts::kDecoderSelfAttention, layers, states, [&](const Tensor& x, Dropout& dropout) {
    return layer->self_attention_residual(x, dropout, [&](const Tensor& y) {
      return layer->self_attention(y, layer->self_attention->project_memory(y), layer->mask(), dropout);
    });
  });
  const auto encoded = at::randn({batch.size(), batch.source.size(1), encoder_shape(model->config()).d_model},
                                 model->output_weight().options())
                           .set_requires_grad(true);
  timer.time(parts::kCrossAttention, layers, states, [&](const Tensor& x, Dropout& dropout) {
    return layer->cross_attention_residual(x, dropout, [&](const Tensor& y) {
      const AttentionMask mask{.real_keys = batch.padded_source_mask()};
      return layer->cross_attention(y, layer->cross_attention->project_memory(encoded), mask, dropout);
    });
  });
  timer.time(parts::kDecoderFeedForward, layers, states, [&](const Tensor& x, Dropout& dropout) {
    return layer->feed_forward_residual(x, dropout, [&](const Tensor& y) { return layer->feed_forward(y, dropout); });
  });
}

// The embeddings have no input whose gradient is wanted: what stands in for one is added.
void time_embedding(Transformer& model, PartTimer& timer) {
  const auto& batch = timer.batch();
  const auto embed = [&](torch::nn::Embedding& embedding, PositionalEncoding& positions, const Tensor& tokens,
                         Dropout& dropout) { return dropout.residual(positions(model->embed(embedding, tokens), 0)); };
  timer.time(parts::kEmbedding, 1, {1}, [&](const Tensor& x, Dropout& dropout) {
    const auto source = embed(model->source_embedding, model->source_positions, batch.source, dropout);
    const auto target = embed(model->target_embedding, model->target_positions, batch.target_input, dropout);
    return at::cat({source.flatten(), target.flatten()}) + x;
  });
}

void time_loss(Transformer& model, PartTimer& timer, double label_smoothing) {
  const auto targets = timer.batch().target_output.flatten().masked_select(timer.batch().target_mask.flatten());
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
