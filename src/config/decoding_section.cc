#include "config/config_sections.h"

namespace tfm {
namespace {

const WordOrNumber kLengthPenalty{{"none", "average"}, AtLeast{0}};
const OneOf<LongLines> kLongLines{{{"split", LongLines::kSplit}, {"truncate", LongLines::kTruncate}}};

}  // namespace

Kind<DecodingConfig> decoding_section() {
  using D = DecodingConfig;
  return object<D>({
      field("beam_size", &D::beam_size, Between{1, 1'000}, "hypotheses kept at a time; 1 is greedy search"),
      field("length_penalty", &D::length_penalty, kLengthPenalty,
            "what a hypothesis' log-probability is divided by: 1 (none), its tokens (average), or "
            "((5 + tokens) / 6)^A for a number A (Wu et al. 2016); the end mark is a token"),
      field("max_length_ratio", &D::max_length_ratio, Between{0, 1'000},
            "a translation has at most max_length_ratio * source pieces + max_length_extra tokens"),
      field("max_length_extra", &D::max_length_extra, Between{0, 100'000},
            "tokens that a translation may have beyond max_length_ratio * source pieces"),
      field("max_source_length", &D::max_source_length, Between{1, 100000},
            "most pieces of a line to translate at a time; long_lines says what becomes of longer ones"),
      field(
          "long_lines", &D::long_lines, kLongLines,
          "lines of more than max_source_length pieces, each with a warning: split, into sentences (a longer one at "
          "clauses, words, characters) that are translated one by one and joined; or truncate, their end is left out"),
      field("split_sentences", &D::split_sentences, TrueOrFalse{},
            "whether lines of several sentences are split though they fit, for models that were trained on sentences"),
      field("batch_size", &D::batch_size, AtLeast{1}, "most sentences translated at a time"),
      field("batch_tokens", &D::batch_tokens, AtLeast{1},
            "most source positions translated at a time, padding counted; a longer line goes alone"),
  });
}

}  // namespace tfm
