// One line of output for each line of input.
#pragma once

#include <iosfwd>
#include <string>

#include "decoding/translator.h"
#include "text/pharaoh.h"

namespace tfm {

struct TranslationFormat {
  bool json = false;         // JSON Lines; else the text alone
  bool nbest = false;        // with all translations of the line (JSON Lines)
  bool alignment = false;    // with the places that belong together
  bool word_scores = false;  // with pieces and their log-probabilities (JSON Lines)
};

// Writes what belongs to line `number`, counted from 1, and a line feed.
void write_translation(std::ostream& out, const TranslationFormat& format, const Tokenizers& tokenizers, int64_t number,
                       const std::string& source, const Translation& translation, const Alignment& alignment);

}  // namespace tfm
