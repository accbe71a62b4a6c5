#include "decoding/translation.h"

#include "text/sentence_join.h"

namespace tfm {
namespace {

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
    sum.pieces.insert(sum.pieces.end(), best.pieces.begin(), best.pieces.end());
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
    const auto& source = parts.pieces[i];
    line.unfinished = line.unfinished || translations[i].unfinished;
    line.source_pieces.insert(line.source_pieces.end(), source.begin(), source.end());
    line.parts.push_back({source, translations[i].nbest.front().pieces});
  }
  if (parts.split()) {
    line.nbest.push_back(joined(translations, target_language, length_penalty));
  } else {
    line.nbest = std::move(translations.front().nbest);
  }
  line.status = status_of(parts, line, repaired);
  return line;
}

}  // namespace tfm
