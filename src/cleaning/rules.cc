#include "cleaning/rules.h"

#include <stdexcept>

namespace tfm {
namespace {

constexpr std::array<RuleInfo, kRuleCount> kRules = {{
    {Rule::kMalformed, true, "malformed", "that give no pair", ""},
    {Rule::kBlank, false, "blank", "blank", ""},
    {Rule::kTooManyCharacters, false, "too_many_characters", "with too many characters",
     "/data/cleaning/max_characters"},
    {Rule::kIdentical, true, "identical", "with equal sides", "/data/cleaning/identical"},
    {Rule::kWrongScript, false, "wrong_script", "in another script than the language's",
     "/data/cleaning/min_script_share"},
    {Rule::kSymbols, false, "symbols", "with too many digits, marks and symbols", "/data/cleaning/max_symbol_share"},
    {Rule::kMarkup, false, "markup", "with remains of HTML", "/data/cleaning/markup"},
    {Rule::kNumbers, true, "mismatched_numbers", "with a number on one side alone",
     "/data/cleaning/mismatched_numbers"},
    {Rule::kUrls, true, "mismatched_urls", "with a web address on one side alone", "/data/cleaning/mismatched_urls"},
    {Rule::kDuplicate, true, "duplicate", "that came before", "/data/cleaning/duplicates"},
    {Rule::kTooLong, false, "too_long", "too long", "/data/max_length"},
    {Rule::kLengthRatio, true, "length_ratio", "with sides of too different length", "/data/cleaning/max_length_ratio"},
    {Rule::kInvalidUtf8, false, "invalid_utf8", "with invalid bytes replaced by U+FFFD",
     "/data/cleaning/invalid_bytes"},
    {Rule::kByteOrderMark, false, "byte_order_mark", "with a byte-order mark removed", ""},
    {Rule::kCarriageReturn, false, "carriage_return", "with a carriage return removed from the end", ""},
    {Rule::kControl, false, "control", "with line breaks or controls replaced by blanks", ""},
    {Rule::kZeroWidth, false, "zero_width", "with invisible characters removed", ""},
    {Rule::kRewritten, false, "rewritten", "rewritten by the text policy", ""},
}};

Effect of(CleaningAction action) { return action == CleaningAction::kDrop ? Effect::kDrops : Effect::kKeeps; }

}  // namespace

std::span<const RuleInfo> all_rules() { return kRules; }

const RuleInfo& info(Rule rule) {
  for (const RuleInfo& each : kRules) {
    if (each.rule == rule) return each;
  }
  throw std::logic_error("a rule without a line in the table");
}

Effect effect(Rule rule, const DataConfig& config) {
  switch (rule) {
    case Rule::kMalformed:
    case Rule::kBlank:
    case Rule::kTooManyCharacters:  // a limit that isn't there strikes nothing
    case Rule::kWrongScript:
    case Rule::kSymbols:
    case Rule::kTooLong:
    case Rule::kLengthRatio:
      return Effect::kDrops;
    case Rule::kIdentical:
      return of(config.cleaning.identical);
    case Rule::kMarkup:
      return of(config.cleaning.markup);
    case Rule::kNumbers:
      return of(config.cleaning.mismatched_numbers);
    case Rule::kUrls:
      return of(config.cleaning.mismatched_urls);
    case Rule::kDuplicate:
      return config.cleaning.duplicates == Duplicates::kKeep ? Effect::kKeeps : Effect::kDrops;
    case Rule::kInvalidUtf8:
      return config.cleaning.invalid_bytes == CleaningAction::kDrop ? Effect::kDrops : Effect::kMends;
    case Rule::kByteOrderMark:
    case Rule::kCarriageReturn:
    case Rule::kControl:
    case Rule::kZeroWidth:
    case Rule::kRewritten:
      return Effect::kMends;
  }
  throw std::logic_error("no such rule");
}

bool drops(const Findings& findings, const DataConfig& config) {
  if (findings.none()) return false;
  for (const RuleInfo& each : kRules) {
    if (findings.has(each.rule) && effect(each.rule, config) == Effect::kDrops) return true;
  }
  return false;
}

Reason first_reason(const Findings& findings, const DataConfig& config) {
  for (const RuleInfo& each : kRules) {
    if (effect(each.rule, config) != Effect::kDrops) continue;
    for (const Side side : {Side::kPair, Side::kSource, Side::kTarget}) {
      if (findings.has(each.rule, side)) return {each.rule, side};
    }
  }
  throw std::logic_error("no rule drops this pair");
}

const char* side_suffix(Side side) {
  switch (side) {
    case Side::kSource:
      return "_source";
    case Side::kTarget:
      return "_target";
    case Side::kPair:
      return "";
  }
  throw std::logic_error("no such side");
}

}  // namespace tfm
