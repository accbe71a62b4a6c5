// One policy for Chinese text, the same when training, translating and evaluating.
#pragma once

#include <optional>
#include <string>

#include "chinese/punctuation.h"
#include "chinese/script_conversion.h"
#include "chinese/spacing.h"

namespace tfm {

struct ChinesePolicy {
  std::optional<std::string> conversion = std::nullopt;  // an OpenCC configuration; nothing: the script stays
  Punctuation punctuation = Punctuation::kKeep;
  bool remove_han_spaces = false;
  HanLatinSpacing han_latin = HanLatinSpacing::kKeep;

  bool operator==(const ChinesePolicy&) const = default;
};

// What the config says of a side in this language.
ChinesePolicy chinese_policy(const TextConfig& config, const std::string& language);

// Conversion, punctuation, blanks between Han characters, borders to Latin; in this order, so that a phrase is
// converted as it was written. Several threads may use one object at once.
class ChineseNormalizer {
 public:
  // UserError when there is no such conversion.
  explicit ChineseNormalizer(const ChinesePolicy& policy);

  // One line. Idempotent as far as the conversion is.
  std::string operator()(std::string text) const;
  bool changes_nothing() const { return policy_ == ChinesePolicy(); }
  const ChinesePolicy& policy() const { return policy_; }

 private:
  ChinesePolicy policy_;
  std::optional<ScriptConversion> conversion_;
};

}  // namespace tfm
