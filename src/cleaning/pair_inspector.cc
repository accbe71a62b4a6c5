#include "cleaning/pair_inspector.h"

#include "cleaning/text_checks.h"
#include "core/hash.h"
#include "text/tokenizer.h"

namespace tfm {
namespace {

// Both sides' text as one row of bytes; no text has a line feed.
uint64_t key_of(const std::string& source, const std::string& target) { return hash64(source + '\n' + target); }

}  // namespace

void add_mended(const CleanLine& line, Side side, Findings& findings) {
  if (line.replaced_sequences > 0) findings.add(Rule::kInvalidUtf8, side);
  if (line.had_bom) findings.add(Rule::kByteOrderMark, side);
  if (line.had_carriage_return) findings.add(Rule::kCarriageReturn, side);
  if (line.replaced_controls > 0) findings.add(Rule::kControl, side);
  if (line.removed_zero_width > 0) findings.add(Rule::kZeroWidth, side);
}

PairInspector::PairInspector(const DataConfig& config)
    : config_(config),
      source_{ChineseNormalizer(chinese_policy(config.source_text, config.source_language)),
              script_of_language(config.source_language)},
      target_{ChineseNormalizer(chinese_policy(config.target_text, config.target_language)),
              script_of_language(config.target_language)} {}

JudgedPair PairInspector::inspect(CleanPair& pair) const {
  JudgedPair judged{.line = pair.line};
  if (!pair.defect.empty()) {
    judged.findings.add(Rule::kMalformed, Side::kPair);
    judged.defect = pair.defect;
    return judged;
  }
  inspect_side(pair.source, Side::kSource, source_, judged.findings);
  inspect_side(pair.target, Side::kTarget, target_, judged.findings);
  if (judged.findings.has(Rule::kBlank)) return judged;
  inspect_pair(pair, judged.findings);
  judged.source_han = count_han(pair.source.text);
  judged.target_han = count_han(pair.target.text);
  return judged;
}

void PairInspector::inspect_side(CleanLine& line, Side side, const SideRules& rules, Findings& findings) const {
  add_mended(line, side, findings);
  if (!rules.normalizer.changes_nothing()) {
    std::string rewritten = rules.normalizer(line.text);
    if (rewritten != line.text) findings.add(Rule::kRewritten, side);
    line.text = std::move(rewritten);
  }
  if (is_blank(line.text)) return findings.add(Rule::kBlank, side);
  const CleaningConfig& limits = config_.cleaning;
  const int64_t characters = count_characters(line.text);
  if (limits.max_characters && characters > *limits.max_characters) findings.add(Rule::kTooManyCharacters, side);
  if (characters > kMostCharactersAPiece * config_.max_length) return findings.add(Rule::kTooLong, side);
  if (rules.script && limits.min_script_share > 0) {
    const auto share = script_share(line.text, *rules.script);
    if (share && *share < limits.min_script_share) findings.add(Rule::kWrongScript, side);
  }
  if (limits.max_symbol_share < 1 && symbol_share(line.text) > limits.max_symbol_share) {
    findings.add(Rule::kSymbols, side);
  }
  if (has_markup(line.text)) findings.add(Rule::kMarkup, side);
}

void PairInspector::inspect_pair(const CleanPair& pair, Findings& findings) const {
  const std::string &source = pair.source.text, &target = pair.target.text;
  if (is_untranslated(source, target)) findings.add(Rule::kIdentical, Side::kPair);
  if (numbers_in(source) != numbers_in(target)) findings.add(Rule::kNumbers, Side::kPair);
  if (urls_in(source) != urls_in(target)) findings.add(Rule::kUrls, Side::kPair);
}

uint64_t PairInspector::duplicate_key(const CleanPair& pair) const {
  if (config_.cleaning.duplicates != Duplicates::kNormalized) return key_of(pair.source.text, pair.target.text);
  return key_of(without_marks(pair.source.text), without_marks(pair.target.text));
}

}  // namespace tfm
