#include "commands/scoring.h"

#include "core/progress.h"
#include "text/unicode.h"

namespace tfm {

BleuOptions bleu_options(const Config& config) {
  switch (config.evaluation.tokenize) {
    case BleuTokenizer::kZh:
      return {.tokenize = BleuTokenization::kZh};
    case BleuTokenizer::k13a:
      return {.tokenize = BleuTokenization::k13a};
    case BleuTokenizer::kChar:
      return {.tokenize = BleuTokenization::kChar};
    case BleuTokenizer::kIntl:
      return {.tokenize = BleuTokenization::kIntl};
    case BleuTokenizer::kNone:
      return {.tokenize = BleuTokenization::kNone};
    case BleuTokenizer::kAuto:
      break;
  }
  return {.tokenize = bleu_tokenization_for(config.data.target_language)};
}

std::vector<std::string> translate_lines(Translator& translator, const std::vector<std::string>& lines,
                                         const std::string& what) {
  std::vector<SourceLine> sources;
  for (const auto& line : lines) {
    auto clean = clean_line(line, /*first_line=*/sources.empty());
    sources.push_back({std::move(clean.text), clean.replaced_sequences > 0});
  }
  Progress progress(what, static_cast<int64_t>(lines.size()), "lines");
  std::vector<std::string> hypotheses;
  for (const auto& line : translator.translate(sources, [&](int64_t count) { progress.advance(count); })) {
    hypotheses.push_back(line.text());
  }
  return hypotheses;
}

}  // namespace tfm
