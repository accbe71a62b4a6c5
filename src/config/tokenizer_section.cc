#include "config/config_sections.h"

namespace tfm {
namespace {

// --- Rules between keys ----------------------------------------------------------------------------------------------

Complaint target_model_has_a_source_model(const TokenizerConfig& tokenizer) {
  if (!tokenizer.target_model || tokenizer.source_model) return std::nullopt;
  return "missing; needed beside target_model";
}

Complaint source_model_has_a_target_model(const TokenizerConfig& tokenizer) {
  if (tokenizer.shared || !tokenizer.source_model || tokenizer.target_model) return std::nullopt;
  return "missing; needed beside source_model when shared is false";
}

Complaint shared_models_are_one(const TokenizerConfig& tokenizer) {
  if (!tokenizer.shared || !tokenizer.source_model || !tokenizer.target_model) return std::nullopt;
  if (tokenizer.source_model == tokenizer.target_model) return std::nullopt;
  return "must be false where source_model and target_model are different files";
}

// --- Tables ----------------------------------------------------------------------------------------------------------

const OneOf<TokenizerType> kTokenizerTypes{{{"unigram", TokenizerType::kUnigram}, {"bpe", TokenizerType::kBpe}}};
const OneOf<Normalization> kNormalizations{
    {{"identity", Normalization::kIdentity}, {"nfkc", Normalization::kNfkc}, {"nmt_nfkc", Normalization::kNmtNfkc}}};

}  // namespace

Kind<TokenizerConfig> tokenizer_section() {
  using T = TokenizerConfig;
  return object<T>(
      {
          field("type", &T::type, kTokenizerTypes, "how SentencePiece learns the vocabulary"),
          field("vocab_size", &T::vocab_size, Between{5, 10'000'000},
                "pieces of a vocabulary, the four special symbols included"),
          field("shared", &T::shared, TrueOrFalse{},
                "true: one vocabulary, learnt from both languages; false: one for each"),
          field("character_coverage", &T::character_coverage, Between{0.98, 1},
                "share of the text's characters that get a piece; the rarest beyond it are unknown"),
          field("byte_fallback", &T::byte_fallback, TrueOrFalse{},
                "true: an unknown character is written as its UTF-8 bytes, which takes 256 pieces"),
          field("normalization", &T::normalization, kNormalizations,
                "what SentencePiece does to the text's characters first; identity changes nothing but spaces"),
          field("max_sentences", &T::max_sentences, AtLeast{1},
                "most sentences that a vocabulary is learnt from; of more, an even sample is drawn"),
          field("max_text_mib", &T::max_text_mib, Between{1, 1'000'000},
                "most text that a vocabulary is learnt from, in MiB; SentencePiece needs some 25 times as much memory"),
          field("symbols", &T::symbols, zero_or_more(Kind<std::string>(NonEmpty{})),
                "pieces of their own wherever they stand in the text, such as placeholders; tags of corpora are added"),
          field(
              "sampling", &T::sampling, Between{0, 1},
              "subword regularisation in training: another segmentation in each epoch; the exponent of Kudo (2018) for "
              "unigram (0.1 to 0.5 are usual; smaller is wilder), the share of skipped merges for bpe (Provilkov et "
              "al. "
              "2020; 0.1 is usual); 0: none"),
          field(
              "source_model", &T::source_model, FilePath{},
              "a SentencePiece model to use instead of learning one, which leaves the keys above without effect; alone "
              "and with shared = true it serves both sides"),
          field("target_model", &T::target_model, FilePath{},
                "the model of the target side, beside source_model; with shared = true it must be the same file"),
      },
      {
          rule(target_model_has_a_source_model, &T::source_model, &T::target_model),
          rule(source_model_has_a_target_model, &T::target_model, &T::source_model, &T::shared),
          rule(shared_models_are_one, &T::shared, &T::source_model, &T::target_model),
      });
}

}  // namespace tfm
