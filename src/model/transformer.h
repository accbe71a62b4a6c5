// The encoder–decoder of "Attention Is All You Need" (Vaswani et al. 2017). Dimensions are named in src/README.md.
#pragma once

#include <torch/nn/modules/container/modulelist.h>
#include <torch/nn/modules/embedding.h>

#include <vector>

#include "config/config.h"
#include "config/model_shape.h"
#include "model/guided_layer.h"
#include "model/layers.h"
#include "model/positional_encoding.h"
#include "model/tokens.h"

namespace tfm {

// What the encoder hands to the decoder.
struct EncodedSource {
  Tensor states;       // [B, S, D]
  AttentionMask mask;  // for cross-attention: the source's real pieces, or how they are packed
};

// Everything that a growing translation remembers. Copies share their memory: only one of them may be stepped on.
struct DecoderState {
  std::vector<LayerCache> layers;
  AttentionMask memory_mask;
  int64_t length = 0;

  // Continues with other rows (row = sentence * W + hypothesis) and, where given, fewer sentences.
  void select(const Tensor& rows, const Tensor& sentences);
};

class TransformerImpl : public torch::nn::Module {
 public:
  TransformerImpl(const ModelConfig& config, const Vocabulary& vocabulary);

  // Draws the initial weights: Glorot and Bengio's (2010) uniform rule for matrices, a normal distribution of standard
  // deviation 1/sqrt(D) for embeddings and learned positions, ones for norms, zeros for biases. A function of the seed
  // alone. Goes by the parameters' names, which checkpoints and parameter_counts rely on as well.
  void initialize(uint64_t seed);

  // source: [B, S], each sentence ends with eos -> [B, S, D]
  EncodedSource encode(const Tokens& source, Dropout& dropout, AttentionRecorder* recorder = nullptr);
  // target_input: [B, T], each sentence begins with bos -> [B, T, D], ready for logits(). Packed where the source is.
  // A recorder is handed each layer's self-attention, then its cross-attention. `guided`, instead of a recorder, is
  // filled in with one layer's cross-attention.
  Tensor decode(const Tokens& target_input, const EncodedSource& encoded, Dropout& dropout,
                AttentionRecorder* recorder = nullptr, GuidedLayer* guided = nullptr);
  // [..., D] -> [..., V]
  Tensor logits(const Tensor& states) { return at::linear(states, output_weight()); }
  // Of the linear map before the softmax: the target embeddings where they are tied (section 3.4). [V, D]
  const Tensor& output_weight() const { return output ? output->weight : target_embedding->weight; }

  DecoderState start_decoding(const EncodedSource& encoded);
  // Adds one piece to W hypotheses of each sentence. tokens: int64 [B, W] -> [B, W, D], ready for logits(). `guided`,
  // where given, is filled in with one layer's cross-attention, [B, H, W, S].
  Tensor step(const Tensor& tokens, DecoderState& state, GuidedLayer* guided = nullptr);

  // Whether it takes packed sentences: float32 or bfloat16 on the CPU, and no additive scores. A recorder and a guided
  // layer want a sentence in each row.
  bool takes_packed() const;

  // Whether training keeps only the inputs of each layer and computes the rest once more in the backward pass; see
  // recomputed.h. The results are the same, the gradients to rounding. A recorder then sees each layer twice.
  void recompute_activations(bool yes) { recompute_ = yes; }

  // Whether the gradient of a lookup is a sparse tensor: only the rows that were looked up. Where the output layer has
  // the same weights, autograd adds those rows to its gradient; otherwise the parameter's gradient stays sparse.
  void sparse_embedding_gradients(bool yes) { sparse_embedding_gradients_ = yes; }

  // See config/model_shape.h.
  int64_t max_length() const { return tfm::max_length(config_); }

  const ModelConfig& config() const { return config_; }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  int64_t num_parameters() const;

  // Section 3.4: embeddings times sqrt(D), unless the config says otherwise. tokens [...] -> [..., D]
  Tensor embed(torch::nn::Embedding& embedding, const Tensor& tokens) const;

  // One module where the vocabulary is shared and tied; registered as "embedding" then.
  torch::nn::Embedding source_embedding{nullptr}, target_embedding{nullptr};
  PositionalEncoding source_positions{nullptr}, target_positions{nullptr};
  torch::nn::ModuleList encoder_layers{nullptr}, decoder_layers{nullptr};
  Norm encoder_norm{nullptr}, decoder_norm{nullptr};  // pre-norm alone has them
  Linear output{nullptr};                             // none where tied

 private:
  // Embeddings with their positions, dropped as in section 5.4. [B, L] -> [B, L, D]
  Tensor first_states(torch::nn::Embedding& embedding, PositionalEncoding& positions, const Tokens& tokens,
                      Dropout& dropout) const;

  ModelConfig config_;
  Vocabulary vocabulary_;
  bool recompute_ = false;
  bool sparse_embedding_gradients_ = false;
};
TORCH_MODULE(Transformer);

}  // namespace tfm
