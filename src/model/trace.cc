#include "model/trace.h"

#include <ATen/ATen.h>

#include "model/masked_softmax.h"

namespace tfm {
namespace {

// Follows one stream of positions and writes down what happens to it.
class Tracer {
 public:
  explicit Tracer(Transformer& model) : model_(model), pre_norm_(model->config().norm == NormPlacement::kPre) {}

  std::vector<TraceStep> run(const Tensor& source, const Tensor& target_input, const Tensor& target_output) {
    const auto encoded = encode(source);
    const auto states = decode(target_input, encoded);
    predict(states, target_output);
    return std::move(steps_);
  }

 private:
  // The first sentence and the first head are kept: [B, H, rows, columns] -> [rows, columns].
  void note(const std::string& function, const std::string& what, const Tensor& value) {
    auto flat = value;
    while (flat.dim() > 2) flat = flat[0];
    steps_.push_back({function, what, flat.dim() < 2 ? flat.reshape({1, -1}) : flat});
  }

  Tensor embed(torch::nn::Embedding& embedding, PositionalEncoding& positions, const Tensor& tokens, const char* of) {
    note("torch::nn::Embedding", std::string("a row of the embedding matrix for each piece of the ") + of,
         embedding(tokens));
    const auto scaled = model_->embed(embedding, tokens);
    if (model_->config().scale_embeddings) note("TransformerImpl::embed", "times the square root of d_model", scaled);
    const auto placed = positions(scaled, 0);
    if (const char* added = what_positions_add(); added != nullptr) {
      note("PositionalEncodingImpl::forward", added, placed);
    }
    return placed;
  }

  const char* what_positions_add() const {
    switch (model_->config().positions) {
      case Positions::kSinusoidal:
        return "plus the sines and cosines of each position";
      case Positions::kLearned:
        return "plus the learned vector of each position";
      case Positions::kRotary:  // turns queries and keys
      case Positions::kNone:
        break;
    }
    return nullptr;
  }

  const char* what_norm_does() const {
    return model_->config().norm_type == NormKind::kRms ? "norm: each row with mean square 1, then scaled"
                                                        : "norm: each row with mean 0 and variance 1, then scaled";
  }

  // What a sub-layer reads, and what the residual makes of its output.
  Tensor before(ResidualNorm& residual, const Tensor& x) {
    if (!pre_norm_) return x;
    const auto normed = residual->norm->forward(x);
    note("NormImpl::forward", what_norm_does(), normed);
    return normed;
  }
  Tensor after(ResidualNorm& residual, const Tensor& x, const Tensor& sublayer) {
    const auto sum = x + sublayer;
    const auto result = pre_norm_ ? sum : residual->norm->forward(sum);
    note("ResidualNormImpl::forward",
         pre_norm_ ? "add: what went in plus what the sub-layer made of it"
                   : "add & norm: what went in plus what the sub-layer made of it",
         result);
    return result;
  }

  Tensor attend(MultiHeadAttention& attention, const Tensor& x, const Tensor& y, const AttentionMask& mask) {
    const auto memory = attention->project_memory(y);
    const auto query = attention->project_query(x);
    const bool turned = model_->config().positions == Positions::kRotary && x.is_same(y);
    note("MultiHeadAttentionImpl::project_query", turned ? "Q of head 0, turned by its positions" : "Q of head 0",
         query);
    note("MultiHeadAttentionImpl::project_memory", turned ? "K of head 0, turned by its positions" : "K of head 0",
         memory.key);
    note("MultiHeadAttentionImpl::project_memory", "V of head 0", memory.value);
    const auto scores = attention->scores(query, memory.key);
    note(attention->score ? "additive_scores" : "scaled_dot_product_scores", "how well each query fits each key",
         scores);
    const auto allowed = dense_mask(mask, scores.size(2), scores.size(3), scores.device());
    if (allowed.defined()) note("dense_mask", "the mask: 1 = may attend", allowed.to(at::kFloat));
    const auto weights = masked_softmax(scores, allowed);
    note("masked_softmax", "softmax: each row sums to 1", weights);
    note(attention->score ? "MultiHeadAttentionImpl::attend" : "scaled_dot_product_attention",
         "the values, weighted and added up: head 0's answer",
         at::matmul(weights, repeat_for_heads(memory.value, weights.size(1))));
    Dropout none;
    const auto output = attention(x, memory, mask, none);
    note("MultiHeadAttentionImpl::forward", "all heads put together and mixed by W^O", output);
    return output;
  }

  Tensor feed(FeedForward& feed_forward, ResidualNorm& residual, const Tensor& x) {
    Dropout none;
    const auto output = feed_forward(before(residual, x), none);
    note("FeedForwardImpl::forward", "each position by itself through the inner layer and back", output);
    return after(residual, x, output);
  }

  EncodedSource encode(const Tensor& source) {
    const auto x = embed(model_->source_embedding, model_->source_positions, source, "source");
    auto* layer = model_->encoder_layers[0]->as<EncoderLayer>();
    const auto y = before(layer->self_attention_residual, x);
    const auto attended = after(layer->self_attention_residual, x, attend(layer->self_attention, y, y, layer->mask()));
    feed(layer->feed_forward, layer->feed_forward_residual, attended);
    Dropout none;
    auto encoded = model_->encode(source, none);
    note("TransformerImpl::encode", "the encoder's output, after all layers", encoded.states);
    return encoded;
  }

  Tensor decode(const Tensor& target_input, const EncodedSource& encoded) {
    const auto x = embed(model_->target_embedding, model_->target_positions, target_input, "target, shifted right");
    auto* layer = model_->decoder_layers[0]->as<DecoderLayer>();
    const auto y = before(layer->self_attention_residual, x);
    const auto own = after(layer->self_attention_residual, x, attend(layer->self_attention, y, y, layer->mask()));
    const auto z = before(layer->cross_attention_residual, own);
    const auto crossed =
        after(layer->cross_attention_residual, own, attend(layer->cross_attention, z, encoded.states, encoded.mask));
    feed(layer->feed_forward, layer->feed_forward_residual, crossed);
    Dropout none;
    const auto states = model_->decode(target_input, encoded, none);
    note("TransformerImpl::decode", "the decoder's output, after all layers", states);
    return states;
  }

  void predict(const Tensor& states, const Tensor& target_output) {
    const auto logits = model_->logits(states[0][0]);  // [V]
    const auto right = target_output[0][0];
    note("TransformerImpl::logits", "the logit of the first target piece, one out of a logit for each piece there is",
         logits[right]);
    note("log_softmax", "its log-probability", logits.log_softmax(-1)[right]);
    note("label_smoothed_cross_entropy", "its loss, without label smoothing", -logits.log_softmax(-1)[right]);
  }

  Transformer& model_;
  bool pre_norm_;
  std::vector<TraceStep> steps_;
};

}  // namespace

std::vector<TraceStep> trace(Transformer& model, const Tensor& source, const Tensor& target_input,
                             const Tensor& target_output) {
  const at::NoGradGuard no_grad;
  return Tracer(model).run(source, target_input, target_output);
}

}  // namespace tfm
