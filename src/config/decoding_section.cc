#include "config/decoding_settings.h"

#include <algorithm>
#include <utility>

#include "config/config_sections.h"
#include "core/concat.h"

namespace tfm {
namespace {

const WordOrNumber kLengthPenalty{{"none", "average"}, AtLeast{0}};
const OneOf<WeightType> kWeightTypes{
    {{"float32", WeightType::kFloat32}, {"bfloat16", WeightType::kBfloat16}, {"int8", WeightType::kInt8}}};
const OneOf<UnknownWords> kUnknownWords{
    {{"keep", UnknownWords::kKeep}, {"suppress", UnknownWords::kSuppress}, {"copy", UnknownWords::kCopy}}};
const OneOf<LongLines> kLongLines{{{"split", LongLines::kSplit}, {"truncate", LongLines::kTruncate}}};
const Range kAboveZeroToOne{.greater_than = 0, .at_most = 1};

constexpr const char* kForSampling = "is for sampling; set sampling to true";

Complaint temperature_is_for_sampling(const DecodingConfig& decoding) {
  if (decoding.sampling || decoding.temperature == 1.0) return std::nullopt;
  return kForSampling;
}
Complaint top_k_is_for_sampling(const DecodingConfig& decoding) {
  if (decoding.sampling || decoding.top_k == 0) return std::nullopt;
  return kForSampling;
}
Complaint top_p_is_for_sampling(const DecodingConfig& decoding) {
  if (decoding.sampling || decoding.top_p == 1.0) return std::nullopt;
  return kForSampling;
}
Complaint patience_is_for_beam_search(const DecodingConfig& decoding) {
  if (!decoding.sampling || decoding.patience == 1.0) return std::nullopt;
  return "is for beam search; set sampling to false";
}

// The end mark is a token beside the pieces.
Complaint lengths_leave_a_choice(const DecodingConfig& decoding) {
  if (!decoding.max_length || decoding.min_length < *decoding.max_length) return std::nullopt;
  return concat("must be below max_length (", *decoding.max_length, "), whose tokens include the end mark, got ",
                decoding.min_length);
}

}  // namespace

Kind<DecodingConfig> decoding_section() {
  using D = DecodingConfig;
  return object<D>(
      {
          field("beam_size", &D::beam_size, Between{1, 1'000}, "hypotheses kept at a time; 1 is greedy search"),
          field("length_penalty", &D::length_penalty, kLengthPenalty,
                "what a hypothesis' log-probability is divided by: 1 (none), its tokens (average), or "
                "((5 + tokens) / 6)^A for a number A (Wu et al. 2016); the end mark is a token"),
          field(
              "coverage_penalty", &D::coverage_penalty, AtLeast{0},
              "beta of Wu et al. (2016): times the sum over the source pieces of log(min(attention it got in all, 1)), "
              "added to the score of a translation that has ended; 0: none"),
          field("patience", &D::patience, Range{.greater_than = 0, .at_most = 100},
                "beam patience (Kasai et al. 2022): a line is done when patience * beam_size hypotheses have ended, or "
                "sooner where no other can win"),
          field("max_length_ratio", &D::max_length_ratio, Between{0, 1'000},
                "a translation has at most max_length_ratio * source pieces + max_length_extra tokens"),
          field("max_length_extra", &D::max_length_extra, Between{0, 100'000},
                "tokens that a translation may have beyond max_length_ratio * source pieces"),
          field(
              "max_length", &D::max_length, AtLeast{1},
              "most tokens of a translation whatever its source; null: what max_length_ratio and max_length_extra say"),
          field("min_length", &D::min_length, AtLeast{0},
                "fewest pieces of a translation, as far as its most tokens allow"),
          field("min_length_ratio", &D::min_length_ratio, Between{0, 1'000},
                "a translation has at least min_length_ratio * source pieces, as far as its most tokens allow"),
          field("no_repeat_ngram", &D::no_repeat_ngram, AtLeast{0},
                "no sequence of so many pieces comes twice in a translation; 0: any may"),
          field(
              "repetition_penalty", &D::repetition_penalty, GreaterThan{0},
              "what the log-probability of a piece that the translation already has is multiplied by (after Keskar et "
              "al. 2019) where hypotheses are ranked; above 1: less repetition"),
          field("unknown", &D::unknown, kUnknownWords,
                "the unknown piece in a translation: keep (it spells nothing), suppress (it never comes), or copy (the "
                "source word that its attention looks at most stands in its place)"),
          field("sampling", &D::sampling, TrueOrFalse{},
                "whether tokens are drawn at random instead of searched for; beam_size is of no meaning then"),
          field("temperature", &D::temperature, GreaterThan{0},
                "sampling: log-probabilities are divided by it; below 1: more probable tokens, above 1: more variety"),
          field("top_k", &D::top_k, AtLeast{0}, "sampling: only from so many most probable tokens; 0: from all"),
          field("top_p", &D::top_p, kAboveZeroToOne,
                "sampling: only from the fewest most probable tokens that together have this probability (Holtzman et "
                "al. 2020)"),
          field("seed", &D::seed, AtLeast{0}, "sampling: the same seed draws the same for the same line number"),
          field("max_source_length", &D::max_source_length, Between{1, 100000},
                "most pieces of a line to translate at a time; long_lines says what becomes of longer ones"),
          field("long_lines", &D::long_lines, kLongLines,
                "lines of more than max_source_length pieces, each with a warning: split, into sentences (a longer "
                "sentence at clauses, words, characters) that are translated one by one and joined; or truncate, their "
                "end is left out"),
          field("split_sentences", &D::split_sentences, TrueOrFalse{},
                "whether lines of several sentences are split though they fit, for models that were trained on "
                "sentences"),
          field("batch_size", &D::batch_size, AtLeast{1}, "most sentences translated at a time"),
          field("batch_tokens", &D::batch_tokens, AtLeast{1},
                "most source positions translated at a time, padding counted; a longer line goes alone"),
          field(
              "dtype", &D::dtype, kWeightTypes,
              "what matrix products are computed in, on a CPU: float32; bfloat16, which rounds their factors to 8 bits "
              "of precision; int8, which rounds weights to one scale for each output and the rest to one for each "
              "product's row"),
      },
      {
          rule(temperature_is_for_sampling, &D::temperature, &D::sampling),
          rule(top_k_is_for_sampling, &D::top_k, &D::sampling),
          rule(top_p_is_for_sampling, &D::top_p, &D::sampling),
          rule(patience_is_for_beam_search, &D::patience, &D::sampling),
          rule(lengths_leave_a_choice, &D::min_length, &D::max_length),
      });
}

std::vector<std::pair<std::string, WeightType>> weight_type_names() { return kWeightTypes.choices; }

std::vector<DecodingSetting> decoding_settings() {
  std::vector<DecodingSetting> settings;
  for (const KeyInfo& key : decoding_section().info.keys) {
    settings.push_back({.key = key.name,
                        .meaning = concat(key.meaning, " (", key.value.allowed, ")"),
                        .is_switch = key.value.schema.value("type", Json()) == "boolean"});
  }
  return settings;
}

DecodingConfig change_settings(const DecodingConfig& config, const std::vector<std::string>& changes) {
  const auto kind = decoding_section();
  Json document = kind.write(config);
  Reading reading{{}, {}, {}, &kind.info};
  std::vector<std::string> overrides;
  for (const auto& change : changes) overrides.push_back("/" + change);
  const Overrides laid_over(overrides, document, reading.problems, /*origin=*/"");
  DecodingConfig changed;
  kind.read(document, changed, Place(reading));
  if (changed.sampling && laid_over.brought("/beam_size")) {
    reading.problems.add("/beam_size", "is for beam search, and sampling is on; leave it out, or turn sampling off");
  }
  if (!changed.sampling && laid_over.brought("/seed")) reading.problems.add("/seed", kForSampling);
  reading.problems.throw_if_any(kDecodingOptions);
  return changed;
}

}  // namespace tfm
