// What became of a line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decoding/line_parts.h"
#include "decoding/terminology.h"
#include "search/length_penalty.h"

namespace tfm {

// The first that applies, in this order.
enum class LineStatus {
  kBlank,       // nothing to translate: the output is empty
  kTruncated,   // longer than decoding.max_source_length (or learned positions), and not all of it is translated
  kSplit,       // translated in parts that are joined
  kUnfinished,  // the translation met its length limit before the end mark
  kEmpty,       // the model gave pieces that spell nothing
  kRepaired,    // bytes that were not UTF-8 were replaced
  kOk
};
const char* name_of(LineStatus status);

struct ScoredTranslation {
  std::string text;
  double score = 0.0;                        // see search/hypothesis.h
  double log_prob = 0.0;                     // sum over the pieces, end mark included
  int64_t tokens = 0;                        // pieces, end mark included
  std::vector<int32_t> pieces;               // without it
  std::vector<int32_t> scored_pieces = {};   // with it where there is one; of a joined line, one behind each part
  std::vector<double> token_log_probs = {};  // of each of these
  bool unfinished = false;                   // met the length limit; of a joined line, a part of it did
};

// Pieces without marks, those of the best translation.
struct TranslatedPart {
  std::vector<int32_t> source;
  std::vector<int32_t> target;
};

// Of a line that was translated in parts: the texts are joined as the target language is written
// (text/sentence_join.h), log_prob and tokens are sums over the parts' best translations, score is
// log_prob / length_penalty(tokens), and there is one entry.
struct Translation {
  LineStatus status = LineStatus::kBlank;
  bool too_long = false;                 // truncated or split for its length
  bool unfinished = false;               // met the length limit, or a part of it did
  std::vector<ScoredTranslation> nbest;  // best first; one empty text for a blank line
  std::vector<int32_t> source_pieces;    // what was translated; empty for a blank line
  std::vector<TranslatedPart> parts;     // the same part by part
  std::vector<TermResult> terms = {};    // of the source line, where translating with terms
  const std::string& text() const { return nbest.front().text; }
};

// A part of a line, or all of it.
struct PartTranslation {
  std::vector<ScoredTranslation> nbest;  // best first, at least one
  bool unfinished = false;               // the best
};

// The translation of a line out of those of its parts, which are as many as `parts` has.
Translation translation_of_line(const LineParts& parts, std::vector<PartTranslation> translations, bool repaired,
                                const std::string& target_language, const LengthPenalty& length_penalty);

}  // namespace tfm
