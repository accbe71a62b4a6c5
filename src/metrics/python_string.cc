#include "metrics/python_string.h"

#include <algorithm>

namespace tfm::metrics {

std::u32string_view strip_right(std::u32string_view text) {
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::u32string_view strip(std::u32string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  return strip_right(text);
}

std::vector<std::u32string_view> split(std::u32string_view text) {
  std::vector<std::u32string_view> words;
  auto end = text.begin();
  while (true) {
    const auto begin = std::find_if_not(end, text.end(), is_space);
    if (begin == text.end()) return words;
    end = std::find_if(begin, text.end(), is_space);
    words.emplace_back(begin, end);
  }
}

}  // namespace tfm::metrics
