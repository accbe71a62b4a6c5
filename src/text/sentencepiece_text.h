// What SentencePiece is given to read, in training as in encoding.
#pragma once

#include <algorithm>
#include <string>

namespace tfm {

// Tab and NUL become blanks: SentencePiece marks boundaries with tabs while it trains, ends a key at NUL, and would
// take either for an unknown character.
inline std::string sentencepiece_text(std::string text) {
  std::replace_if(text.begin(), text.end(), [](char c) { return c == '\0' || c == '\t'; }, ' ');
  return text;
}

}  // namespace tfm
