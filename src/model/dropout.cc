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
int64_t first_element(const Tensor& x, const BatchPart& part) { return x.numel() / part.rows * part.first; }

// What scale_and_add does, for the types that it doesn't take.
template <typename T>
void scale_and_add(const T* from, const float* factors, const T* addend, int64_t count, T* to) {
  for (int64_t i = 0; i < count; ++i) {
    auto x = static_cast<at::opmath_type<T>>(from[i]) * static_cast<at::opmath_type<T>>(factors[i]);
    if (addend != nullptr) x += static_cast<at::opmath_type<T>>(addend[i]);
    to[i] = static_cast<T>(x);
  }
}

void scale_and_add(const c10::BFloat16* from, const float* factors, const c10::BFloat16* addend, int64_t count,
                   c10::BFloat16* to) {
  tfm::scale_and_add(reinterpret_cast<const Bfloat16*>(from), factors, reinterpret_cast<const Bfloat16*>(addend), count,
                     reinterpret_cast<Bfloat16*>(to));
}
void scale_and_add(const float* from, const float* factors, const float* addend, int64_t count, float* to) {
  tfm::scale_and_add(from, factors, addend, count, to);
}

// What a row of numbers is made of and into; `addend` may be null.
template <typename T>
struct DroppedRow {
  const T* from;
  const T* addend;
  T* to;
  int64_t first;  // the number of its first element in the whole batch
};

template <typename T>
void drop_row(const DropoutSite& site, const DroppedRow<T>& row, int64_t count) {
  constexpr int64_t kAtATime = 8 * kDropoutBlock;
  alignas(64) float room[kAtATime + 2 * kDropoutBlock];
  for (int64_t done = 0; done < count; done += kAtATime) {
    const int64_t now = std::min(kAtATime, count - done);
    const float* factors = dropout_factors_of(site, static_cast<uint64_t>(row.first + done), now, room);
    scale_and_add(row.from + done, factors, row.addend != nullptr ? row.addend + done : nullptr, now, row.to + done);
  }
}

// `addend`, which is added to the result, may be undefined.
Tensor drop_on_cpu(const Tensor& x, const Site& site, const Tensor& given_addend) {
  const auto input = x.contiguous();
  const auto addend = given_addend.defined() ? given_addend.contiguous() : Tensor();
  auto output = at::empty_like(input);
  const DropoutSite counters{site.key, site.place, dropout_threshold(site.rate)};
  const auto& numbers = site.part.numbers;
  // Packed places have numbers of their own; else all elements follow one another, and rows are cut as it suits.
  const int64_t width = numbers.defined() ? input.numel() / numbers.numel() : 64 * kDropoutBlock;
  const int64_t begin = first_element(input, site.part), rows = (input.numel() + width - 1) / width;
  AT_DISPATCH_FLOATING_TYPES_AND2(at::kHalf, at::kBFloat16, input.scalar_type(), "dropout", [&] {
    const scalar_t* from = input.const_data_ptr<scalar_t>();
    const scalar_t* added = addend.defined() ? addend.const_data_ptr<scalar_t>() : nullptr;
    scalar_t* to = output.data_ptr<scalar_t>();
    const int64_t* number = numbers.defined() ? numbers.const_data_ptr<int64_t>() : nullptr;
    const int64_t grain = std::max<int64_t>(1, 64 * kDropoutBlock / width);
    at::parallel_for(0, rows, grain, [&](int64_t first_row, int64_t end_row) {
      for (int64_t row = first_row; row < end_row; ++row) {
        const int64_t place = row * width;
        drop_row<scalar_t>(counters,
                           {from + place, added != nullptr ? added + place : nullptr, to + place,
                            number != nullptr ? number[row] * width : begin + place},
                           std::min(width, input.numel() - place));
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
      at::empty({x.numel() / site.part.rows * site.part.all_rows}, x.options()).bernoulli_(keep, generator).div_(keep);
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
  context.saved_data["part"] = std::vector<int64_t>{site.part.first, site.part.rows, site.part.all_rows};
  context.saved_data["numbers"] = site.part.numbers;
}

Site kept_site(torch::autograd::AutogradContext& context) {
  const auto part = context.saved_data["part"].toIntVector();
  return {context.saved_data["rate"].toDouble(),
          static_cast<uint64_t>(context.saved_data["key"].toInt()),
          static_cast<uint32_t>(context.saved_data["place"].toInt()),
          {part[0], part[1], part[2], context.saved_data["numbers"].toTensor()}};
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
