// Given pairs in batches of like length.
#pragma once

#include <functional>
#include <vector>

#include "data/batch.h"

namespace tfm {

// Calls work(batch, rows) for batches that together hold each pair once; row i of the batch is the pair rows[i]. At
// most `batch_tokens` positions together on a side, padding counted; a longer pair goes alone.
void for_each_batch(const std::vector<EncodedPair>& pairs, const SpecialIds& source_ids, const SpecialIds& target_ids,
                    int64_t batch_tokens,
                    const std::function<void(const Batch& batch, std::span<const int64_t> rows)>& work);

}  // namespace tfm
