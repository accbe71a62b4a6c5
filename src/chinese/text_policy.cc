#include "chinese/text_policy.h"

#include <utility>

#include "text/language_tag.h"

namespace tfm {

ChinesePolicy chinese_policy(const TextConfig& config, const std::string& language) {
  const bool remove = config.han_spaces == HanSpaces::kRemove ||
                      (config.han_spaces == HanSpaces::kAuto && is_chinese(parse_language_tag(language)));
  return {.conversion = config.conversion,
          .punctuation = config.punctuation,
          .remove_han_spaces = remove,
          .han_latin = config.han_latin};
}

ChineseNormalizer::ChineseNormalizer(const ChinesePolicy& policy) : policy_(policy) {
  if (policy_.conversion) conversion_.emplace(*policy_.conversion);
}

std::string ChineseNormalizer::operator()(std::string text) const {
  if (conversion_) text = (*conversion_)(text);
  text = apply_punctuation(policy_.punctuation, std::move(text));
  if (policy_.remove_han_spaces) text = remove_han_spaces(std::move(text));
  return apply_han_latin_spacing(policy_.han_latin, std::move(text));
}

}  // namespace tfm
