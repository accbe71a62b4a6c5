#include "model/dropout.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <ATen/OpMathType.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include "model/dropout_kernel.h"

namespace tfm {
namespace {

using at::Tensor;

struct Site {
  double probability;
  uint64_t key;
  uint32_t place;
};

Tensor drop_on_cpu(const Tensor& x, const Site& site) {
  const auto input = x.contiguous();
  auto output = at::empty_like(input);
  const DropoutSite counters{site.key, site.place, dropout_threshold(site.probability)};
  AT_DISPATCH_FLOATING_TYPES_AND2(at::kHalf, at::kBFloat16, input.scalar_type(), "dropout", [&] {
    const scalar_t* from = input.const_data_ptr<scalar_t>();
    scalar_t* to = output.data_ptr<scalar_t>();
    const int64_t size = input.numel();
    const int64_t num_blocks = (size + kDropoutBlock - 1) / kDropoutBlock;
    at::parallel_for(0, num_blocks, /*grain_size=*/64, [&](int64_t begin, int64_t end) {
      float factors[kDropoutBlock];
      for (int64_t block = begin; block < end; ++block) {
        dropout_factors(counters, static_cast<uint64_t>(block), factors);
        const int64_t first = block * kDropoutBlock;
        const int64_t count = std::min(kDropoutBlock, size - first);
        for (int64_t i = 0; i < count; ++i) {
          to[first + i] = static_cast<scalar_t>(static_cast<at::opmath_type<scalar_t>>(from[first + i]) * factors[i]);
        }
      }
    });
  });
  return output;
}

// CUDA's own generator counts as well (Philox): setting its seed makes the mask a function of key and place.
Tensor drop_on_device(const Tensor& x, const Site& site) {
  auto generator = at::globalContext().defaultGenerator(x.device());
  {
    const std::scoped_lock lock(generator.mutex());  // bernoulli_ takes it itself
    // A seed for each place: the golden ratio's bits spread neighbouring numbers, as in SplitMix64.
    generator.set_current_seed(site.key + 0x9E3779B97F4A7C15ULL * (site.place + 1));
  }
  const double keep = 1.0 - site.probability;
  return x * at::empty_like(x).bernoulli_(keep, generator).div_(keep);
}

Tensor drop_at(const Tensor& x, const Site& site) {
  return x.is_cpu() ? drop_on_cpu(x, site) : drop_on_device(x, site);
}

// The gradient of an element is dropped and scaled as the element was: the same function, computed again.
struct DropoutFunction : public torch::autograd::Function<DropoutFunction> {
  static Tensor forward(torch::autograd::AutogradContext* context, const Tensor& x, double probability, int64_t key,
                        int64_t place) {
    context->saved_data["probability"] = probability;
    context->saved_data["key"] = key;
    context->saved_data["place"] = place;
    return drop_at(x, {probability, static_cast<uint64_t>(key), static_cast<uint32_t>(place)});
  }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const Site site{context->saved_data["probability"].toDouble(),
                    static_cast<uint64_t>(context->saved_data["key"].toInt()),
                    static_cast<uint32_t>(context->saved_data["place"].toInt())};
    return {drop_at(gradients[0], site), Tensor(), Tensor(), Tensor()};
  }
};

}  // namespace

at::Tensor Dropout::drop(const at::Tensor& x) {
  if (probability_ == 0.0) return x;
  const uint32_t place = place_++;
  return DropoutFunction::apply(x, probability_, static_cast<int64_t>(key_), static_cast<int64_t>(place));
}

}  // namespace tfm
