#include "model/dropout.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <ATen/OpMathType.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include "kernels/dropout_factors.h"
#include "kernels/element_rows.h"

namespace tfm {
namespace {

using at::Tensor;

struct Site {
  double rate;
  uint64_t key;
  uint32_t place;
  BatchPart part;
};

// Where the first element of `x` stands among those of the whole batch.
int64_t first_element(const Tensor& x, const BatchPart& part) { return x.numel() / part.places * part.first; }

// What scale_and_add does, for the types that it doesn't take.
template <typename T>
void scale_and_add(const T* from, const float* factors, const T* addend, int64_t count, T* to) {
  for (int64_t i = 0; i < count; ++i) {
    auto x = static_cast<at::opmath_type<T>>(from[i]) * static_cast<at::opmath_type<T>>(factors[i]);
    if (addend != nullptr) x += static_cast<at::opmath_type<T>>(addend[i]);
    to[i] = static_cast<T>(x);
  }
}

// `addend`, which is added to the result, may be undefined.
Tensor drop_on_cpu(const Tensor& x, const Site& site, const Tensor& given_addend) {
  const auto input = x.contiguous();
  const auto addend = given_addend.defined() ? given_addend.contiguous() : Tensor();
  auto output = at::empty_like(input);
  const DropoutSite counters{site.key, site.place, dropout_threshold(site.rate)};
  const int64_t begin = first_element(input, site.part), end = begin + input.numel();
  AT_DISPATCH_FLOATING_TYPES_AND2(at::kHalf, at::kBFloat16, input.scalar_type(), "dropout", [&] {
    const scalar_t* from = input.const_data_ptr<scalar_t>();
    const scalar_t* added = addend.defined() ? addend.const_data_ptr<scalar_t>() : nullptr;
    scalar_t* to = output.data_ptr<scalar_t>();
    const int64_t end_block = (end + kDropoutBlock - 1) / kDropoutBlock;
    at::parallel_for(begin / kDropoutBlock, end_block, /*grain_size=*/64, [&](int64_t first_block, int64_t last_block) {
      alignas(64) float factors[kDropoutBlock];
      for (int64_t block = first_block; block < last_block; ++block) {
        dropout_factors(counters, static_cast<uint64_t>(block), factors);
        const int64_t first = std::max(begin, block * kDropoutBlock);
        const int64_t count = std::min(end, (block + 1) * kDropoutBlock) - first, place = first - begin;
        scale_and_add(from + place, factors + (first - block * kDropoutBlock),
                      added != nullptr ? added + place : nullptr, count, to + place);
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
  const double keep = 1.0 - site.rate;
  const auto whole =
      at::empty({x.numel() / site.part.places * site.part.all_places}, x.options()).bernoulli_(keep, generator).div_(keep);
  return x * whole.narrow(0, first_element(x, site.part), x.numel()).view(x.sizes());
}

Tensor drop_at(const Tensor& x, const Site& site, const Tensor& addend = {}) {
  if (x.is_cpu()) return drop_on_cpu(x, site, addend);
  const auto dropped = drop_on_device(x, site);
  return addend.defined() ? addend + dropped : dropped;
}

void keep(torch::autograd::AutogradContext& context, const Site& site) {
  context.saved_data["rate"] = site.rate;
  context.saved_data["key"] = static_cast<int64_t>(site.key);
  context.saved_data["place"] = static_cast<int64_t>(site.place);
  context.saved_data["part"] = std::vector<int64_t>{site.part.first, site.part.places, site.part.all_places};
}

Site kept_site(torch::autograd::AutogradContext& context) {
  const auto part = context.saved_data["part"].toIntVector();
  return {context.saved_data["rate"].toDouble(),
          static_cast<uint64_t>(context.saved_data["key"].toInt()),
          static_cast<uint32_t>(context.saved_data["place"].toInt()),
          {.first = part[0], .places = part[1], .all_places = part[2]}};
}

// The gradient of an element is dropped and scaled as the element was: the same function, computed again.
struct DropoutFunction : public torch::autograd::Function<DropoutFunction> {
  static Tensor forward(torch::autograd::AutogradContext* context, const Tensor& x, const Site& site) {
    keep(*context, site);
    return drop_at(x, site);
  }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& gradients) {
    return {drop_at(gradients[0], kept_site(*context)), Tensor()};
  }
};

// x + dropped y, in one pass.
struct AddDropped : public torch::autograd::Function<AddDropped> {
  static Tensor forward(torch::autograd::AutogradContext* context, const Tensor& x, const Tensor& y, const Site& site) {
    keep(*context, site);
    return drop_at(y, site, x);
  }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& gradients) {
    return {gradients[0], drop_at(gradients[0], kept_site(*context)), Tensor()};
  }
};

}  // namespace

DropoutRates dropout_rates(const ModelConfig& config) {
  return {.residual = config.dropout,
          .attention = config.attention_dropout,
          .activation = config.activation_dropout,
          .word = config.word_dropout};
}

Tensor Dropout::drop(const Tensor& x, double rate) {
  if (rate == 0.0) return x;
  return DropoutFunction::apply(x, Site{rate, key_, place_++, part_});
}

Tensor Dropout::add_residual(const Tensor& x, const Tensor& y) {
  if (rates_.residual == 0.0) return x + y;
  return AddDropped::apply(x, y, Site{rates_.residual, key_, place_++, part_});
}

DropoutSite Dropout::attention_site() {
  if (rates_.attention == 0.0) return {};
  return {.key = key_, .place = place_++, .threshold = dropout_threshold(rates_.attention)};
}

Tensor Dropout::words(const Tensor& embedded) {
  if (rates_.word == 0.0) return embedded;
  const auto kept = drop(at::ones({embedded.size(0), embedded.size(1)}, embedded.options()), rates_.word);
  return embedded * kept.unsqueeze(-1);  // [B, L, D] * [B, L, 1]
}

}  // namespace tfm
