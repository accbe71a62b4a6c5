#include "config/config_sections.h"
#include "core/concat.h"

namespace tfm {
namespace {

// --- Rules between keys ----------------------------------------------------------------------------------------------

Complaint heads_divide_d_model(const ModelConfig& model) {
  if (model.d_model % model.num_heads == 0) return std::nullopt;
  return concat("must divide d_model (", model.d_model, "), got ", model.num_heads);
}

Complaint decoder_heads_divide_its_width(const ModelConfig& model) {
  const int64_t width = model.decoder_d_model.value_or(model.d_model);
  const int64_t heads = model.decoder_num_heads.value_or(model.num_heads);
  const bool own = model.decoder_d_model || model.decoder_num_heads;  // else heads_divide_d_model says it
  if (!own || width % heads == 0) return std::nullopt;
  return concat("the decoder's heads (", heads, ") must divide its width (", width, ")");
}

Complaint kv_heads_divide_the_heads(const ModelConfig& model) {
  const int64_t heads = model.decoder_num_heads.value_or(model.num_heads);
  if (!model.decoder_kv_heads || heads % *model.decoder_kv_heads == 0) return std::nullopt;
  return concat("must divide the decoder's heads (", heads, "), got ", *model.decoder_kv_heads);
}

Complaint d_model_is_even(const ModelConfig& model) {
  if (model.d_model % 2 == 0) return std::nullopt;
  return concat("must be even (a position is a row of sines and cosines in pairs), got ", model.d_model);
}

Complaint decoder_width_is_even(const ModelConfig& model) {
  if (model.decoder_d_model.value_or(2) % 2 == 0) return std::nullopt;
  return concat("must be even, as d_model, got ", *model.decoder_d_model);
}

Complaint rotary_heads_are_even(const ModelConfig& model) {
  const int64_t decoder_heads = model.decoder_num_heads.value_or(model.num_heads);
  const bool even = model.d_model / model.num_heads % 2 == 0 &&
                    model.decoder_d_model.value_or(model.d_model) / decoder_heads % 2 == 0;
  if (model.positions != Positions::kRotary || even) return std::nullopt;
  return "rotary positions turn pairs of numbers: each head's width, d_model / num_heads, must be even";
}

Complaint one_embedding_has_one_width(const ModelConfig& model) {
  const bool same = model.decoder_d_model.value_or(model.d_model) == model.d_model;
  if (model.tie_embeddings != TiedEmbeddings::kAll || same) return std::nullopt;
  return concat("must be \"target\" or \"none\" where decoder_d_model (", *model.decoder_d_model, ") is not d_model (",
                model.d_model, ")");
}

// --- Tables ----------------------------------------------------------------------------------------------------------

const OneOf<Preset> kPresets{{{"tiny", Preset::kTiny},
                              {"small", Preset::kSmall},
                              {"base", Preset::kBase},
                              {"big", Preset::kBig},
                              {"fast_decoding", Preset::kFastDecoding}}};
const OneOf<AttentionScore> kAttentionScores{
    {{"dot_product", AttentionScore::kDotProduct}, {"additive", AttentionScore::kAdditive}}};
const OneOf<Positions> kPositions{{{"sinusoidal", Positions::kSinusoidal},
                                   {"learned", Positions::kLearned},
                                   {"rotary", Positions::kRotary},
                                   {"none", Positions::kNone}}};
const OneOf<NormKind> kNormKinds{{{"layer", NormKind::kLayer}, {"rms", NormKind::kRms}}};
const OneOf<Activation> kActivations{
    {{"relu", Activation::kRelu}, {"gelu", Activation::kGelu}, {"swiglu", Activation::kSwiglu}}};
const OneOf<TiedEmbeddings> kTiedEmbeddings{
    {{"all", TiedEmbeddings::kAll}, {"target", TiedEmbeddings::kTarget}, {"none", TiedEmbeddings::kNone}}};
const OneOf<NormPlacement> kNormPlacements{{{"pre", NormPlacement::kPre}, {"post", NormPlacement::kPost}}};

}  // namespace

Kind<ModelConfig> model_section() {
  using M = ModelConfig;
  return object<M>(
      {
          field("preset", &M::preset, kPresets,
                "measures by name, which the keys below override: tiny (the defaults), small (512 wide, 4 + 4 layers), "
                "base and big (Vaswani et al. 2017), fast_decoding (10 encoder layers, 1 decoder layer, 512 wide)"),
          field("d_model", &M::d_model, Between{2, 65'536},
                "width of the model: of embeddings and between layers; even, and a multiple of num_heads"),
          field("num_heads", &M::num_heads, Between{1, 65'536}, "attention heads of each layer; divides d_model"),
          field("ffn_dim", &M::ffn_dim, Between{1, 1'000'000}, "inner width of the feed-forward layers"),
          field("encoder_layers", &M::encoder_layers, Between{1, 1'000}, "layers of the encoder"),
          field("decoder_layers", &M::decoder_layers, Between{1, 1'000}, "layers of the decoder"),
          field("decoder_d_model", &M::decoder_d_model, Between{2, 65'536}, "width of the decoder; null: d_model"),
          field("decoder_num_heads", &M::decoder_num_heads, Between{1, 65'536},
                "attention heads of each decoder layer; null: num_heads"),
          field("decoder_ffn_dim", &M::decoder_ffn_dim, Between{1, 1'000'000},
                "inner width of the decoder's feed-forward layers; null: ffn_dim"),
          field("decoder_kv_heads", &M::decoder_kv_heads, Between{1, 65'536},
                "key and value heads of each decoder layer, shared by groups of its heads (1: multi-query attention); "
                "divides them; null: one for each head"),
          field("dropout", &M::dropout, FromUntil{0, 1},
                "share of values set to zero in training, in the places of Vaswani et al. 2017"),
          field("attention_dropout", &M::attention_dropout, FromUntil{0, 1},
                "the same for attention weights; more than 0 costs the fused attention kernel"),
          field("activation_dropout", &M::activation_dropout, FromUntil{0, 1},
                "the same behind the activation function of the feed-forward layers"),
          field("word_dropout", &M::word_dropout, FromUntil{0, 1},
                "share of pieces whose embedding is set to zero as a whole in training, on either side"),
          field("norm", &M::norm, kNormPlacements,
                "normalization before each sub-layer (pre), or after its residual sum as in the paper (post)"),
          field("norm_type", &M::norm_type, kNormKinds, "LayerNorm (layer) or RMSNorm (rms)"),
          field("activation", &M::activation, kActivations,
                "of the feed-forward layers; swiglu has a third matrix of ffn_dim"),
          field("biases", &M::biases, TrueOrFalse{},
                "whether linear layers and LayerNorm add a bias; an additive score always has its b"),
          field(
              "positions", &M::positions, kPositions,
              "how the model knows where a piece stands: added sinusoids, added vectors that are learned, rotation of "
              "queries and keys in self-attention, or not at all"),
          field(
              "max_positions", &M::max_positions, Between{1, 1'000'000},
              "places that learned positions are there for; a longer line to translate loses its end, with a warning"),
          field("attention", &M::attention, kAttentionScores,
                "score of a query and a key: their scaled dot product, or w^T tanh(W_q q + W_k k + b) per head"),
          field("encoder_attention", &M::encoder_attention, kAttentionScores,
                "score of the encoder's self-attention; null: attention"),
          field("decoder_attention", &M::decoder_attention, kAttentionScores,
                "score of the decoder's self-attention; null: attention"),
          field("cross_attention", &M::cross_attention, kAttentionScores,
                "score of the decoder's attention to the encoder; null: attention"),
          field("attention_window", &M::attention_window, Between{0, 1'000'000},
                "places that self-attention sees to each side, in the decoder only back; 0: all"),
          field("encoder_window", &M::encoder_window, Between{0, 1'000'000},
                "the same for the encoder alone; null: attention_window"),
          field("decoder_window", &M::decoder_window, Between{0, 1'000'000},
                "the same for the decoder alone; null: attention_window"),
          field(
              "tie_embeddings", &M::tie_embeddings, kTiedEmbeddings,
              "all: one matrix is source embedding, target embedding and output layer (with separate vocabularies the "
              "source embedding has its own); target: target embedding and output layer; none"),
          field("scale_embeddings", &M::scale_embeddings, TrueOrFalse{},
                "whether embeddings are multiplied by the square root of d_model, as in the paper; false learns slowly "
                "with "
                "sinusoidal positions, which then outweigh them"),
      },
      {
          rule(heads_divide_d_model, &M::num_heads, &M::d_model),
          rule(decoder_heads_divide_its_width, &M::decoder_num_heads, &M::decoder_d_model, &M::num_heads, &M::d_model),
          rule(kv_heads_divide_the_heads, &M::decoder_kv_heads, &M::decoder_num_heads, &M::num_heads),
          rule(d_model_is_even, &M::d_model),
          rule(decoder_width_is_even, &M::decoder_d_model),
          rule(rotary_heads_are_even, &M::positions, &M::d_model, &M::num_heads, &M::decoder_d_model,
               &M::decoder_num_heads),
          rule(one_embedding_has_one_width, &M::tie_embeddings, &M::d_model, &M::decoder_d_model),
      },
      [](const M& given) { return given.preset ? preset_model(*given.preset) : M{}; });
}

ModelConfig preset_model(Preset preset) {
  ModelConfig model;
  model.preset = preset;
  const auto measures = [&](int64_t d_model, int64_t heads, int64_t ffn_dim, int64_t encoder, int64_t decoder) {
    model.d_model = d_model;
    model.num_heads = heads;
    model.ffn_dim = ffn_dim;
    model.encoder_layers = encoder;
    model.decoder_layers = decoder;
  };
  switch (preset) {
    case Preset::kTiny:
      measures(256, 4, 1024, 3, 3);
      break;
    case Preset::kSmall:
      measures(512, 8, 1024, 4, 4);
      break;
    case Preset::kBase:
      measures(512, 8, 2048, 6, 6);
      break;
    case Preset::kBig:
      measures(1024, 16, 4096, 6, 6);
      model.dropout = 0.3;
      break;
    case Preset::kFastDecoding:
      measures(512, 8, 2048, 10, 1);
      break;
  }
  return model;
}

}  // namespace tfm
