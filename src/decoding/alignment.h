// Which source piece each piece of a translation comes from.
#pragma once

#include <cstdint>
#include <span>

#include "codec/encoded_pair.h"

namespace tfm {

// attended: where each target piece looks most; source.size() is the end mark.
Alignment alignment_of(const EncodedPair& pair, std::span<const int64_t> attended);

// The alignment of a line out of those of its parts: places are counted on from part to part.
Alignment joined_alignment(std::span<const EncodedPair> parts, std::span<const Alignment> alignments);

}  // namespace tfm
