// What of a line is translated at a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codec/text_codec.h"
#include "config/config.h"

namespace tfm {

struct LinePart {
  std::string text;
  std::vector<int32_t> pieces;  // at least one
};

struct LineParts {
  std::vector<LinePart> parts;  // none: nothing to translate
  bool truncated = false;       // something at the end of a part is left out
  bool too_long = false;        // the line, or a sentence of it, has more pieces than go at a time

  bool split() const { return parts.size() > 1; }
};

// Parts of at most `most_pieces`, at least 1: the line as a whole, or as config.long_lines and config.split_sentences
// have it. Parts that are blank are passed over.
LineParts parts_of_line(const std::string& text, const TextCodec& codec, int64_t most_pieces,
                        const DecodingConfig& config);

}  // namespace tfm
