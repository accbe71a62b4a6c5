// The end of a growing text, as far as what follows depends on it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "terms/word_borders.h"
#include "text/code_points.h"

namespace tfm {

// At first, of the empty text.
struct TextEnd {
  std::string partial = {};  // bytes of a character that isn't complete, at most 3
  char32_t last = U' ';      // the last complete character; a text begins as behind a blank

  bool is_in_word() const { return partial.empty() && is_word_character(last); }

  // Calls read(c, end) for each character that `bytes` complete, `end` being what was before it.
  template <typename Read>
  void append(std::string_view bytes, const Read& read);
};

// Whether the bytes, which are no character, may yet become one.
inline bool may_begin_character(std::string_view bytes) {
  const auto lead = static_cast<unsigned char>(bytes.front());
  return lead >= 0xC2 && lead <= 0xF4 && bytes.size() < 4;
}

template <typename Read>
void TextEnd::append(std::string_view bytes, const Read& read) {
  std::string joined;
  if (!partial.empty()) {
    joined = std::exchange(partial, {}) + std::string(bytes);
    bytes = joined;
  }
  while (!bytes.empty()) {
    const auto sequence = first_sequence(bytes);
    if (!sequence.valid && sequence.length == bytes.size() && may_begin_character(bytes)) {
      partial = bytes;
      return;
    }
    read(sequence.code_point, static_cast<const TextEnd&>(*this));
    last = sequence.code_point;
    bytes.remove_prefix(sequence.length);
  }
}

}  // namespace tfm
