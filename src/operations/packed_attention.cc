#include "operations/packed_attention.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/custom_class.h>

#include "kernels/attention_kernel.h"
#include "kernels/lanes.h"
#include "operations/typed.h"

namespace tfm {
namespace {

using at::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct KeptOptions : torch::CustomClassHolder {
  explicit KeptOptions(PackedAttentionOptions given) : options(std::move(given)) {}
  PackedAttentionOptions options;
};

// Columns of a row of projections.
struct Projections {
  Tensor rows;
  int64_t first_column;
};

// What stands where, in the two layouts that there are.
struct Operands {
  Projections query, key, value;
  int64_t head_dim;
};

Operands operands_of_self(const Tensor& projected, const PackedAttentionOptions& options) {
  const int64_t head_dim = projected.size(1) / (options.num_heads + 2 * options.kv_heads);
  const int64_t keys = options.num_heads * head_dim;
  return {{projected, 0}, {projected, keys}, {projected, keys + options.kv_heads * head_dim}, head_dim};
}

Operands operands_of_cross(const Tensor& queries, const Tensor& memory, const PackedAttentionOptions& options) {
  return {{queries, 0}, {memory, 0}, {memory, memory.size(1) / 2}, queries.size(1) / options.num_heads};
}

// One task for each sentence and key head: no two write to the same place.
template <typename T>
class PackedAttention {
 public:
  PackedAttention(const PackedAttentionOptions& options, int64_t head_dim)
      : options_(options),
        head_dim_(head_dim),
        query_starts_(options.query_starts.const_data_ptr<int64_t>()),
        key_starts_(options.key_starts.const_data_ptr<int64_t>()) {}

  void forward(const Operands& from, Tensor& log_sums, Tensor& output) const {
    for_each_group([&](int64_t sentence, int64_t kv_head, AttentionScratch& scratch) {
      for_each_head(kv_head, [&](int64_t head) {
        attend_forward<T>(head_options(sentence, head), head_rows(from, log_sums, sentence, kv_head, head),
                          rows<T>({output, 0}, query_starts_[sentence], head), scratch);
      });
    });
  }

  void backward(const Operands& from, Tensor& log_sums, const Tensor& output_gradient,
                const Operands& gradients) const {
    const int64_t width = round_up_to_lanes(head_dim_);
    for_each_group([&](int64_t sentence, int64_t kv_head, AttentionScratch& scratch) {
      const int64_t first_query = query_starts_[sentence], first_key = key_starts_[sentence];
      const int64_t keys = key_starts_[sentence + 1] - first_key;
      thread_local std::vector<float> key_gradient, value_gradient;
      key_gradient.assign(static_cast<std::size_t>(keys * width), 0.0F);
      value_gradient.assign(static_cast<std::size_t>(keys * width), 0.0F);
      for_each_head(kv_head, [&](int64_t head) {
        attend_backward<T>(head_options(sentence, head), head_rows(from, log_sums, sentence, kv_head, head),
                           rows<const T>({output_gradient, 0}, first_query, head),
                           rows<T>(gradients.query, first_query, head), key_gradient.data(), value_gradient.data(),
                           scratch);
      });
      store_rows(key_gradient.data(), keys, head_dim_, 1.0F, rows<T>(gradients.key, first_key, kv_head));
      store_rows(value_gradient.data(), keys, head_dim_, 1.0F, rows<T>(gradients.value, first_key, kv_head));
    });
  }

 private:
  template <typename Task>
  void for_each_group(const Task& task) const {
    const int64_t sentences = options_.query_starts.numel() - 1;
    at::parallel_for(0, sentences * options_.kv_heads, /*grain_size=*/1, [&](int64_t first, int64_t end) {
      thread_local AttentionScratch scratch;
      for (int64_t i = first; i < end; ++i) task(i / options_.kv_heads, i % options_.kv_heads, scratch);
    });
  }

  template <typename Task>
  void for_each_head(int64_t kv_head, const Task& task) const {
    const int64_t group = options_.num_heads / options_.kv_heads;
    for (int64_t head = kv_head * group; head < (kv_head + 1) * group; ++head) task(head);
  }

  HeadOptions head_options(int64_t sentence, int64_t head) const {
    const int64_t first_query = query_starts_[sentence], first_key = key_starts_[sentence];
    const int64_t number = (options_.first_sentence + sentence) * options_.num_heads + head;
    return {.queries = query_starts_[sentence + 1] - first_query,
            .keys = key_starts_[sentence + 1] - first_key,
            .head_dim = head_dim_,
            .causal = options_.causal,
            .window = options_.window,
            .dropout = options_.dropout,
            .first_number = static_cast<uint64_t>(number * options_.padded_queries * options_.padded_keys),
            .numbers_of_query = static_cast<uint64_t>(options_.padded_keys)};
  }

  template <typename U>
  RowsOf<U> rows(const Projections& projections, int64_t first, int64_t head) const {
    const int64_t stride = projections.rows.size(1);
    U* data = static_cast<U*>(projections.rows.mutable_data_ptr());
    return {data + first * stride + projections.first_column + head * head_dim_, stride};
  }

  HeadRows<T> head_rows(const Operands& from, Tensor& log_sums, int64_t sentence, int64_t kv_head, int64_t head) const {
    const int64_t first_query = query_starts_[sentence], first_key = key_starts_[sentence];
    float* sums = log_sums.mutable_data_ptr<float>() + first_query * options_.num_heads + head;
    return {.query = rows<const T>(from.query, first_query, head),
            .key = rows<const T>(from.key, first_key, kv_head),
            .value = rows<const T>(from.value, first_key, kv_head),
            .log_sums = {sums, options_.num_heads}};
  }

  const PackedAttentionOptions& options_;
  int64_t head_dim_;
  const int64_t* query_starts_;
  const int64_t* key_starts_;
};

struct Attended {
  Tensor output;    // [N, H K]
  Tensor log_sums;  // [N, H] float32
};

Attended attend(const Operands& operands, const PackedAttentionOptions& options) {
  const auto& rows = operands.query.rows;
  Attended result{at::empty({rows.size(0), options.num_heads * operands.head_dim}, rows.options()),
                  at::empty({rows.size(0), options.num_heads}, rows.options().dtype(at::kFloat))};
  with_type_of(rows, [&](auto zero) {
    PackedAttention<decltype(zero)>(options, operands.head_dim).forward(operands, result.log_sums, result.output);
  });
  return result;
}

void attend_back(const Operands& operands, Tensor log_sums, const Tensor& output_gradient,
                 const PackedAttentionOptions& options, const Operands& gradients) {
  with_type_of(output_gradient, [&](auto zero) {
    PackedAttention<decltype(zero)>(options, operands.head_dim)
        .backward(operands, log_sums, output_gradient.contiguous(), gradients);
  });
}

const PackedAttentionOptions& kept_options(const AutogradContext& context) {
  const auto holder = context.saved_data.at("options").toCapsule();
  return static_cast<const KeptOptions&>(*holder).options;
}

void keep(AutogradContext& context, const PackedAttentionOptions& options) {
  context.saved_data["options"] = c10::IValue::make_capsule(c10::make_intrusive<KeptOptions>(options));
}

struct PackedSelfAttention : public torch::autograd::Function<PackedSelfAttention> {
  static Tensor forward(AutogradContext* context, const Tensor& given, const PackedAttentionOptions& options) {
    const auto projected = given.contiguous();
    const auto attended = attend(operands_of_self(projected, options), options);
    keep(*context, options);
    context->save_for_backward({projected, attended.log_sums});
    return attended.output;
  }
  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto& options = kept_options(*context);
    const auto saved = context->get_saved_variables();
    auto gradient = at::empty_like(saved[0]);
    attend_back(operands_of_self(saved[0], options), saved[1], gradients[0], options,
                operands_of_self(gradient, options));
    return {gradient, Tensor()};
  }
};

struct PackedCrossAttention : public torch::autograd::Function<PackedCrossAttention> {
  static Tensor forward(AutogradContext* context, const Tensor& given_queries, const Tensor& given_memory,
                        const PackedAttentionOptions& options) {
    const auto queries = given_queries.contiguous(), memory = given_memory.contiguous();
    const auto attended = attend(operands_of_cross(queries, memory, options), options);
    keep(*context, options);
    context->save_for_backward({queries, memory, attended.log_sums});
    return attended.output;
  }
  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto& options = kept_options(*context);
    const auto saved = context->get_saved_variables();
    auto of_queries = at::empty_like(saved[0]), of_memory = at::empty_like(saved[1]);
    attend_back(operands_of_cross(saved[0], saved[1], options), saved[2], gradients[0], options,
                operands_of_cross(of_queries, of_memory, options));
    return {of_queries, of_memory, Tensor()};
  }
};

}  // namespace

Tensor packed_self_attention(const Tensor& projected, const PackedAttentionOptions& options) {
  return PackedSelfAttention::apply(projected, options);
}

Tensor packed_cross_attention(const Tensor& queries, const Tensor& memory, const PackedAttentionOptions& options) {
  return PackedCrossAttention::apply(queries, memory, options);
}

}  // namespace tfm
