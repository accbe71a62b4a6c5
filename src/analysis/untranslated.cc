#include "analysis/untranslated.h"

#include <algorithm>
#include <map>

#include "analysis/characters.h"
#include "analysis/ranking.h"
#include "analysis/segments.h"
#include "analysis/units.h"
#include "metrics/python_string.h"
#include "text/unicode_properties.h"

namespace tfm::analysis {
namespace {

bool is_latin(char32_t c) { return class_of(c) == CharacterClass::kLatin; }
bool is_han(char32_t c) { return class_of(c) == CharacterClass::kHan; }

std::vector<std::u32string> latin_words(std::u32string_view text) {
  std::vector<std::u32string> words;
  for (const auto unit : units(text)) {
    if (std::ranges::count_if(unit, is_latin) >= 2) words.emplace_back(unit);
  }
  return words;
}

std::vector<std::u32string> han_runs(std::u32string_view text) {
  std::vector<std::u32string> runs;
  for (auto end = text.begin(); end != text.end();) {
    const auto begin = std::find_if(end, text.end(), is_han);
    end = std::find_if_not(begin, text.end(), is_han);
    if (begin != end) runs.emplace_back(begin, end);
  }
  return runs;
}

std::vector<std::u32string> words_of(const std::string& text, UntranslatedScript script) {
  const auto characters = metrics::decode_utf8(text);
  return script == UntranslatedScript::kLatinWords ? latin_words(characters) : han_runs(characters);
}

std::vector<std::u32string> sorted_lower_words(const std::string& text, UntranslatedScript script) {
  auto words = words_of(text, script);
  for (auto& word : words) word = lowercase(word);
  std::ranges::sort(words);
  return words;
}

// A run of Han characters is left over wherever it stands, a word only as a whole word.
bool has(const std::vector<std::u32string>& sorted_words, const std::u32string& word, UntranslatedScript script) {
  if (script == UntranslatedScript::kLatinWords) return std::ranges::binary_search(sorted_words, word);
  return std::ranges::any_of(sorted_words, [&](const auto& other) { return other.find(word) != std::u32string::npos; });
}

std::vector<std::string> left_over(const std::string& hypothesis, const std::vector<std::string>& references,
                                   const std::string& source, UntranslatedScript script) {
  std::vector<std::string> result;
  const auto words = words_of(hypothesis, script);
  if (words.empty()) return result;
  const auto in_source = sorted_lower_words(source, script);
  for (const auto& word : words) {
    const auto lower = lowercase(word);
    const auto bytes = metrics::encode_utf8(word);
    if (!has(in_source, lower, script) || std::ranges::find(result, bytes) != result.end()) continue;
    const bool is_right = std::ranges::any_of(references, [&](const std::string& reference) {
      return has(sorted_lower_words(reference, script), lower, script);
    });
    if (!is_right) result.push_back(bytes);
  }
  return result;
}

std::vector<UntranslatedWord> by_word(const std::vector<UntranslatedSegment>& segments) {
  std::map<std::string, int64_t> counts;
  for (const auto& segment : segments) {
    for (const auto& word : segment.words) {
      ++counts[metrics::encode_utf8(lowercase(metrics::decode_utf8(word)))];
    }
  }
  std::vector<UntranslatedWord> words;
  for (const auto& [word, count] : counts) words.push_back({word, count});
  return words;
}

}  // namespace

Untranslated untranslated(const std::vector<std::string>& hypotheses, const References& references,
                          const std::vector<std::string>& sources, UntranslatedScript script) {
  Untranslated result;
  if (sources.empty()) return result;
  std::vector<UntranslatedSegment> found(hypotheses.size());
  for_each_segment(found.size(), [&](std::size_t i) {
    found[i].segment = i;
    if (hypotheses[i] != sources[i]) found[i].words = left_over(hypotheses[i], references[i], sources[i], script);
  });
  std::erase_if(found, [](const auto& segment) { return segment.words.empty(); });
  result.segments = std::ssize(found);
  result.frequent = by_word(found);
  result.different_words = std::ssize(result.frequent);
  keep_first(result.frequent, kWordsListed, [](const auto& a, const auto& b) {
    return a.segments != b.segments ? a.segments > b.segments : a.word < b.word;
  });
  keep_first(found, kListed, [](const auto& a, const auto& b) {
    return a.words.size() != b.words.size() ? a.words.size() > b.words.size() : a.segment < b.segment;
  });
  result.clearest = std::move(found);
  return result;
}

}  // namespace tfm::analysis
