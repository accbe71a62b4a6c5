#include "chinese/text_policy.h"

#include <utility>

namespace tfm {

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
