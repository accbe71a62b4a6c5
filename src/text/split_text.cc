#include "text/split_text.h"

#include <algorithm>
#include <array>
#include <limits>

#include "text/characters.h"
#include "text/code_points.h"
#include "text/sentence_ends.h"

namespace tfm {
namespace {

constexpr size_t kFirstGuess = 256;  // bytes

using Parts = std::vector<std::string_view>;
constexpr std::array kLevels{sentences_of, clauses_of, words_of};

// The end of the last whole character within the first `size` bytes, what joins it included; 0 if there is none.
size_t character_end(std::string_view text, size_t size) {
  if (size >= text.size()) return text.size();
  const auto is_inside = [&](size_t at) {
    if ((static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) return true;
    return is_zero_width(first_sequence(text.substr(at)).code_point);
  };
  while (size > 0 && is_inside(size)) --size;
  return size;
}

class Splitter {
 public:
  Splitter(int64_t most, const TextLength& length) : most_(most), length_(length) {}

  // `level`: of kLevels; past them characters are left.
  void split(std::string_view text, size_t level) {
    if (level == kLevels.size()) return split_characters(text);
    for (const auto unit : kLevels[level](text)) add(unit, level);
    end_group();
  }

  Parts parts;

 private:
  bool fits(std::string_view text) const { return length_(text) <= most_; }

  void add(std::string_view unit, size_t level) {
    const int64_t length = length_(unit);
    if (length > most_) {
      end_group();
      split(unit, level + 1);
      return;
    }
    const bool is_sentence = level == 0;
    if (is_sentence || group_length_ + length > most_) end_group();
    group_.push_back(unit);
    group_length_ += length;
  }

  // Units side by side are one part. Together they can be longer than their sum, if a vocabulary is odd: then each
  // stays by itself.
  void end_group() {
    if (!group_.empty()) {
      const std::string_view joined(
          group_.front().data(),
          static_cast<size_t>(group_.back().data() - group_.front().data()) + group_.back().size());
      if (group_.size() == 1 || fits(joined)) {
        parts.push_back(joined);
      } else {
        parts.insert(parts.end(), group_.begin(), group_.end());
      }
    }
    group_.clear();
    group_length_ = 0;
  }

  void split_characters(std::string_view text) {
    while (!text.empty()) {
      const size_t size = fitting_bytes(text);
      parts.push_back(text.substr(0, size));
      text.remove_prefix(size);
    }
  }

  // Doubles until it is too much, then halves the gap.
  size_t fitting_bytes(std::string_view text) const {
    size_t fitting = 0, too_many = kFirstGuess;
    while (fitting < text.size() && fits(text.substr(0, character_end(text, too_many)))) {
      fitting = character_end(text, too_many);
      too_many *= 2;
    }
    too_many = std::min(too_many, text.size());
    while (fitting < text.size()) {
      const size_t middle = character_end(text, fitting + (too_many - fitting) / 2);
      if (middle <= fitting) break;
      if (fits(text.substr(0, middle))) {
        fitting = middle;
      } else {
        too_many = middle;
      }
    }
    return fitting > 0 ? fitting : first_whole_character(text);
  }

  static size_t first_whole_character(std::string_view text) {
    for (size_t size = first_sequence(text).length;; size += first_sequence(text.substr(size)).length) {
      if (size >= text.size() || character_end(text, size) == size) return size;
    }
  }

  int64_t most_;
  const TextLength& length_;
  Parts group_;
  int64_t group_length_ = 0;
};

}  // namespace

std::vector<std::string_view> split_text(std::string_view text, int64_t most, const TextLength& length) {
  Splitter splitter(most, length);
  splitter.split(text, 0);
  return std::move(splitter.parts);
}

}  // namespace tfm
