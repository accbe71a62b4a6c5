#include "decoding/translation.h"

#include "text/sentence_join.h"

namespace tfm {
namespace {

template <typename T>
void append(std::vector<T>& to, const std::vector<T>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// The first that applies.
LineStatus status_of(const LineParts& parts, const Translation& translation, bool repaired) {
  if (parts.truncated) return LineStatus::kTruncated;
  if (parts.split()) return LineStatus::kSplit;
  if (translation.unfinished) return LineStatus::kUnfinished;
  if (translation.text().empty()) return LineStatus::kEmpty;
  return repaired ? LineStatus::kRepaired : LineStatus::kOk;
}

ScoredTranslation joined(const std::vector<PartTranslation>& parts, const std::string& target_language,
                         const LengthPenalty& length_penalty) {
  ScoredTranslation sum;
  for (const auto& part : parts) {
    const auto& best = part.nbest.front();
    append_sentence(sum.text, best.text, target_language);
    sum.log_prob += best.log_prob;
    sum.tokens += best.tokens;
    append(sum.pieces, best.pieces);
    append(sum.scored_pieces, best.scored_pieces);
    append(sum.token_log_probs, best.token_log_probs);
  }
  sum.score = sum.log_prob / length_penalty(sum.tokens);
  return sum;
}

}  // namespace

const char* name_of(LineStatus status) {
  switch (status) {
    case LineStatus::kBlank:
      return "blank";
    case LineStatus::kTruncated:
      return "truncated";
    case LineStatus::kSplit:
      return "split";
    case LineStatus::kUnfinished:
      return "unfinished";
    case LineStatus::kEmpty:
      return "empty";
    case LineStatus::kRepaired:
      return "repaired";
    case LineStatus::kOk:
      return "ok";
  }
  return "ok";
}

Translation translation_of_line(const LineParts& parts, std::vector<PartTranslation> translations, bool repaired,
                                const std::string& target_language, const LengthPenalty& length_penalty) {
  Translation line{.too_long = parts.too_long || parts.truncated, .nbest = {}, .source_pieces = {}, .parts = {}};
  for (std::size_t i = 0; i < translations.size(); ++i) {
    const auto& source = parts.parts[i].pieces;
    line.unfinished = line.unfinished || translations[i].unfinished;
    append(line.source_pieces, source);
    line.parts.push_back({source, translations[i].nbest.front().pieces});
  }
  if (parts.split()) {
    line.nbest.push_back(joined(translations, target_language, length_penalty));
    line.nbest.back().unfinished = line.unfinished;
  } else {
    line.nbest = std::move(translations.front().nbest);
  }
  line.status = status_of(parts, line, repaired);
  return line;
}

}  // namespace tfm
