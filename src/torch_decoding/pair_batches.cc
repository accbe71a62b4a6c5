#include "torch_decoding/pair_batches.h"

#include "codec/batch_plan.h"

namespace tfm {

void for_each_batch(const std::vector<EncodedPair>& pairs, const SpecialIds& source_ids, const SpecialIds& target_ids,
                    int64_t batch_tokens,
                    const std::function<void(const Batch& batch, std::span<const int64_t> rows)>& work) {
  const auto plan = batches_by_length(pair_lengths(pairs), batch_tokens);
  for (int64_t i = 0; i < plan.size(); ++i) {
    std::vector<EncodedPair> members;
    for (const int64_t member : plan[i]) members.push_back(pairs[static_cast<std::size_t>(member)]);
    work(make_batch(members, source_ids, target_ids), plan[i]);
  }
}

}  // namespace tfm
