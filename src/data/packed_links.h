// A pair's links as few bytes: how they stand in a shard.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "data/encoded_shard.h"

namespace tfm {

// Behind what `bytes` holds. `links` are in the order that EncodedPair has them in.
void pack_links(std::span<const AlignmentLink> links, std::vector<char>& bytes);

// Behind what `links` holds. False where the bytes are no such links between sentences of these lengths.
bool unpack_links(std::string_view bytes, const PairLengths& lengths, std::vector<AlignmentLink>& links);

}  // namespace tfm
