#include "data/batch.h"

#include <ATen/Functions.h>

#include <algorithm>

namespace tfm {
namespace {

using Sentence = std::span<const int32_t>;

// One tensor, filled row by row.
template <typename T>
class Rows {
 public:
  Rows(int64_t rows, int64_t length, T padding, at::ScalarType type)
      : tensor_(at::full({rows, length}, padding, at::TensorOptions(type))), data_(tensor_.mutable_data_ptr<T>()) {}
  T* row(int64_t number) { return data_ + number * tensor_.size(1); }
  const at::Tensor& tensor() const { return tensor_; }

 private:
  at::Tensor tensor_;
  T* data_;
};

// What both sides of a batch consist of.
struct Lengths {
  int64_t longest = 0;  // with the added mark
  int64_t tokens = 0;
  bool is_padded(int64_t rows) const { return tokens < rows * longest; }
};

template <Sentence EncodedPair::* side>
Lengths lengths(std::span<const EncodedPair> pairs) {
  Lengths result;
  for (const EncodedPair& pair : pairs) {
    const int64_t length = std::ssize(pair.*side) + 1;
    result.longest = std::max(result.longest, length);
    result.tokens += length;
  }
  return result;
}

template <Sentence EncodedPair::* side>
at::Tensor with_eos(std::span<const EncodedPair> pairs, int64_t length, const SpecialIds& ids) {
  Rows<int64_t> rows(std::ssize(pairs), length, ids.pad, at::kLong);
  for (int64_t i = 0; i < std::ssize(pairs); ++i) {
    const Sentence pieces = pairs[static_cast<size_t>(i)].*side;
    *std::copy(pieces.begin(), pieces.end(), rows.row(i)) = ids.eos;
  }
  return rows.tensor();
}

template <Sentence EncodedPair::* side>
at::Tensor after_bos(std::span<const EncodedPair> pairs, int64_t length, const SpecialIds& ids) {
  Rows<int64_t> rows(std::ssize(pairs), length, ids.pad, at::kLong);
  for (int64_t i = 0; i < std::ssize(pairs); ++i) {
    const Sentence pieces = pairs[static_cast<size_t>(i)].*side;
    *rows.row(i) = ids.bos;
    std::copy(pieces.begin(), pieces.end(), rows.row(i) + 1);
  }
  return rows.tensor();
}

template <Sentence EncodedPair::* side>
at::Tensor mask(std::span<const EncodedPair> pairs, int64_t length) {
  Rows<bool> rows(std::ssize(pairs), length, false, at::kBool);
  for (int64_t i = 0; i < std::ssize(pairs); ++i) {
    std::fill_n(rows.row(i), std::ssize(pairs[static_cast<size_t>(i)].*side) + 1, true);
  }
  return rows.tensor();
}

}  // namespace

Batch Batch::to(at::Device device) const {
  Batch moved = *this;
  for (at::Tensor* tensor :
       {&moved.source, &moved.target_input, &moved.target_output, &moved.source_mask, &moved.target_mask}) {
    *tensor = tensor->to(device, /*non_blocking=*/true);
  }
  return moved;
}

Batch make_batch(std::span<const EncodedPair> pairs, const SpecialIds& source_ids, const SpecialIds& target_ids) {
  const Lengths source = lengths<&EncodedPair::source>(pairs);
  const Lengths target = lengths<&EncodedPair::target>(pairs);
  Batch batch;
  batch.source = with_eos<&EncodedPair::source>(pairs, source.longest, source_ids);
  batch.target_input = after_bos<&EncodedPair::target>(pairs, target.longest, target_ids);
  batch.target_output = with_eos<&EncodedPair::target>(pairs, target.longest, target_ids);
  batch.source_mask = mask<&EncodedPair::source>(pairs, source.longest);
  batch.target_mask = mask<&EncodedPair::target>(pairs, target.longest);
  batch.source_is_padded = source.is_padded(std::ssize(pairs));
  batch.target_is_padded = target.is_padded(std::ssize(pairs));
  batch.num_source_tokens = source.tokens;
  batch.num_target_tokens = target.tokens;
  return batch;
}

}  // namespace tfm
