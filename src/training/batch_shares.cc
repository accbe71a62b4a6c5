#include "training/batch_shares.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>

namespace tfm {
namespace {

// With fewer places a product of matrices is too small to be worth a thread of its own.
constexpr int64_t kLeastPlacesOfWorker = 256;

}  // namespace

int64_t number_of_workers(at::Device device) { return device.is_cpu() ? at::get_num_threads() : 1; }

std::vector<Batch> shares_of(const Batch& batch, int64_t most) {
  const auto pieces = (batch.source_mask.sum(1) + batch.target_mask.sum(1)).cumsum(0);  // [B]
  const int64_t all = pieces[-1].item<int64_t>();
  const int64_t count = std::clamp<int64_t>(all / kLeastPlacesOfWorker, 1, std::min(most, batch.size()));
  if (count == 1) return {batch};
  std::vector<Batch> shares;
  for (int64_t i = 0, first = 0; i < count; ++i) {
    const int64_t wanted = pieces.lt(all * (i + 1) / count).sum().item<int64_t>() + 1;  // rows up to the share's end
    const int64_t end = i + 1 == count ? batch.size() : std::clamp(wanted, first + 1, batch.size() - (count - i - 1));
    shares.push_back(batch.rows(first, end - first));
    first = end;
  }
  return shares;
}

void on_each_worker(int64_t count, const std::function<void(int64_t worker)>& work) {
  if (count == 1) return work(0);
  at::parallel_for(0, count, /*grain_size=*/1, [&](int64_t first, int64_t end) {
    for (int64_t worker = first; worker < end; ++worker) work(worker);
  });
}

}  // namespace tfm
