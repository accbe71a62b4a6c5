// Unknown pieces of a translation, replaced by what they stand for in the source.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codec/text_codec.h"
#include "text/pharaoh.h"

namespace tfm {

bool has_unknown(const TextCodec& codec, const std::vector<int32_t>& pieces);

// The translation's text with, for each unknown piece, the word of the source that `alignment` links it with: in Han
// text the piece's own characters, elsewhere all that stands without a blank or Han character around it, but for marks
// at its ends. A piece without a link spells nothing. `source`: the line whose pieces the alignment counts; `pieces`:
// of the translation, without end mark.
std::string copy_unknown_words(const TextCodec& codec, const std::string& source, const std::vector<int32_t>& pieces,
                               const Alignment& alignment);

}  // namespace tfm
