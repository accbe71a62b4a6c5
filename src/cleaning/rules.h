// The rules of cleaning: what each is called, which side it looks at, and what it does with a pair.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>

#include "config/config.h"

namespace tfm {

enum class Rule : uint8_t {
  // Nothing can be learnt from the pair.
  kMalformed,
  kBlank,
  // The settings of data.cleaning and data.max_length decide.
  kTooManyCharacters,
  kIdentical,
  kWrongScript,
  kSymbols,
  kMarkup,
  kNumbers,
  kUrls,
  kDuplicate,
  kTooLong,
  kLengthRatio,
  // The text was mended, or the pair dropped for it where the config says so.
  kInvalidUtf8,
  kByteOrderMark,
  kCarriageReturn,
  kControl,
  kZeroWidth,
  kRewritten,
};
inline constexpr size_t kRuleCount = 18;

enum class Side : uint8_t { kSource, kTarget, kPair };
inline constexpr size_t kSideCount = 3;

struct RuleInfo {
  Rule rule;
  bool of_pair;         // it looks at the pair as a whole, not at each side
  const char* key;      // in report.json, before "_source" or "_target" where it looks at each side
  const char* phrase;   // in a summary, behind "source lines", "target lines" or "pairs"
  const char* setting;  // the key of the config that decides, or nothing
};
// In the order in which they are asked: the first one that drops a pair is its reason.
std::span<const RuleInfo> all_rules();
const RuleInfo& info(Rule rule);

enum class Effect { kKeeps, kDrops, kMends };
Effect effect(Rule rule, const DataConfig& config);

// The rules that a pair was struck by, for each side and for the pair as a whole.
class Findings {
 public:
  void add(Rule rule, Side side) { sets_[index(side)].set(static_cast<size_t>(rule)); }
  bool has(Rule rule, Side side) const { return sets_[index(side)].test(static_cast<size_t>(rule)); }
  bool has(Rule rule) const { return has(rule, Side::kSource) || has(rule, Side::kTarget) || has(rule, Side::kPair); }
  bool none() const { return sets_[0].none() && sets_[1].none() && sets_[2].none(); }

 private:
  static constexpr size_t index(Side side) { return static_cast<size_t>(side); }
  std::array<std::bitset<kRuleCount>, kSideCount> sets_;
};

// Whether a rule that was found drops the pair under this config, and the first one that does.
bool drops(const Findings& findings, const DataConfig& config);
struct Reason {
  Rule rule;
  Side side;
};
Reason first_reason(const Findings& findings, const DataConfig& config);  // drops() is true

// "blank_source", "identical".
const char* side_suffix(Side side);

}  // namespace tfm
