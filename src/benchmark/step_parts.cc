#include "benchmark/step_parts.h"

#include <ATen/ATen.h>

#include "benchmark/part_names.h"
#include "benchmark/timing.h"
#include "training/batch_shares.h"
#include "training/label_smoothed_cross_entropy.h"
#include "training/model_input.h"

namespace tfm {
namespace {

constexpr int kRepetitions = 5;

// A part of one worker's step: a function of a tensor whose gradient is wanted.
struct Part {
  std::vector<int64_t> shape;  // of that tensor
  std::function<Tensor(const Tensor& x, Dropout& dropout)> compute;
};
using MakePart = std::function<Part(Transformer& model, const ModelInput& input)>;

class PartTimer {
 public:
  PartTimer(WorkerModels& models, const Batch& batch) : models_(models) {
    for (const auto& share : shares_of(batch, models.size())) {
      inputs_.push_back(model_input(models[0], share));
    }
  }

  // `layers` times what the part takes for random states.
  void time(const std::string& name, int64_t layers, const MakePart& make) {
    std::vector<Part> parts;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      parts.push_back(make(models_[static_cast<int64_t>(i)], inputs_[i]));
    }
    std::vector<double> seconds;
    for (int repetition = 0; repetition <= kRepetitions; ++repetition) {
      seconds.push_back(seconds_of(device(), [&] { run_on_all_workers(parts, repetition); }));
    }
    seconds.erase(seconds.begin());  // the first one warms up
    times_.push_back({name, static_cast<double>(layers) * median(seconds)});
    models_.clear_gradients();
  }

  std::vector<PartTime> times() && { return std::move(times_); }

 private:
  at::Device device() { return models_[0]->output_weight().device(); }

  void run_on_all_workers(const std::vector<Part>& parts, int repetition) {
    const auto options = models_[0]->output_weight().options();
    const auto rates = dropout_rates(models_[0]->config());
    on_each_worker(std::ssize(parts), [&](int64_t worker) {
      const auto& part = parts[static_cast<std::size_t>(worker)];
      const auto x = at::rand(part.shape, options).set_requires_grad(true);
      Dropout dropout(rates, static_cast<uint64_t>(repetition));
      const auto y = part.compute(x, dropout);
      y.backward(at::ones_like(y));
    });
  }

  WorkerModels& models_;
  std::vector<ModelInput> inputs_;  // one for each worker
  std::vector<PartTime> times_;
};

// [B, L, D]
std::vector<int64_t> states_of(const Tokens& tokens, const LayerShape& shape) {
  return {tokens.ids.size(0), tokens.ids.size(1), shape.d_model};
}

template <typename Layer>
Part feed_forward_part(Layer* layer, std::vector<int64_t> states) {
  return {std::move(states), [layer](const Tensor& x, Dropout& dropout) {
            return layer->feed_forward_residual(x, dropout,
                                                [&](const Tensor& y) { return layer->feed_forward(y, dropout); });
          }};
}

template <typename Layer>
Part self_attention_part(Layer* layer, const SentenceLayout& layout, std::vector<int64_t> states) {
  return {std::move(states), [layer, layout](const Tensor& x, Dropout& dropout) {
            return layer->self_attention_residual(x, dropout, [&](const Tensor& y) {
              return layer->self_attention->attend_to(y, y, layer->mask(layout), dropout);
            });
          }};
}

Part cross_attention_part(Transformer& model, const ModelInput& input) {
  const auto &source = input.source, &target = input.target_input;
  auto* layer = model->decoder_layers[0]->as<DecoderLayer>();
  const AttentionMask mask{.real_keys = source.layout.real, .queries = target.layout, .keys = source.layout};
  const auto encoded = at::rand(states_of(source, encoder_shape(model->config())), model->output_weight().options())
                           .set_requires_grad(true);
  return {states_of(target, decoder_shape(model->config())), [=](const Tensor& x, Dropout& dropout) {
            return layer->cross_attention_residual(x, dropout, [&](const Tensor& y) {
              return layer->cross_attention->attend_to(y, encoded, mask, dropout);
            });
          }};
}

// The embeddings have no input whose gradient is wanted: what stands in for one is added.
Part embedding_part(Transformer& model, const ModelInput& input) {
  const auto embed = [&model](torch::nn::Embedding& embedding, PositionalEncoding& positions, const Tokens& tokens,
                              Dropout& dropout) {
    return dropout.residual(positions->add_to_sentences(model->embed(embedding, tokens.ids), tokens.layout));
  };
  return {{1}, [=, &model](const Tensor& x, Dropout& dropout) {
            const auto source = embed(model->source_embedding, model->source_positions, input.source, dropout);
            const auto target = embed(model->target_embedding, model->target_positions, input.target_input, dropout);
            return at::cat({source.flatten(), target.flatten()}) + x;
          }};
}

Part loss_part(Transformer& model, const ModelInput& input, double label_smoothing) {
  const auto targets = input.target_output;
  return {{targets.size(0), decoder_shape(model->config()).d_model}, [=, &model](const Tensor& x, Dropout&) {
            return label_smoothed_cross_entropy(x, model->output_weight(), targets, label_smoothing);
          }};
}

void time_encoder(PartTimer& timer, int64_t layers) {
  const auto layer = [](Transformer& model) { return model->encoder_layers[0]->as<EncoderLayer>(); };
  const auto states = [](Transformer& model, const ModelInput& input) {
    return states_of(input.source, encoder_shape(model->config()));
  };
  timer.time(parts::kEncoderSelfAttention, layers, [=](Transformer& model, const ModelInput& input) {
    return self_attention_part(layer(model), input.source.layout, states(model, input));
  });
  timer.time(parts::kEncoderFeedForward, layers, [=](Transformer& model, const ModelInput& input) {
    return feed_forward_part(layer(model), states(model, input));
  });
}

void time_decoder(PartTimer& timer, int64_t layers) {
  const auto layer = [](Transformer& model) { return model->decoder_layers[0]->as<DecoderLayer>(); };
  const auto states = [](Transformer& model, const ModelInput& input) {
    return states_of(input.target_input, decoder_shape(model->config()));
  };
  timer.time(parts::kDecoderSelfAttention, layers, [=](Transformer& model, const ModelInput& input) {
    return self_attention_part(layer(model), input.target_input.layout, states(model, input));
  });
  timer.time(parts::kCrossAttention, layers, cross_attention_part);
  timer.time(parts::kDecoderFeedForward, layers, [=](Transformer& model, const ModelInput& input) {
    return feed_forward_part(layer(model), states(model, input));
  });
}

}  // namespace

std::vector<PartTime> time_parts(WorkerModels& models, const Batch& batch, double label_smoothing) {
  PartTimer timer(models, batch);
  timer.time(parts::kEmbedding, 1, embedding_part);
  time_encoder(timer, models[0]->config().encoder_layers);
  time_decoder(timer, models[0]->config().decoder_layers);
  timer.time(parts::kLoss, 1,
             [=](Transformer& model, const ModelInput& input) { return loss_part(model, input, label_smoothing); });
  return std::move(timer).times();
}

}  // namespace tfm
