#include "data/batch.h"

#include <ATen/Functions.h>

#include <algorithm>
#include <array>

namespace tfm {
namespace {

// One tensor, filled row by row.
template <typename T>
class Rows {
 public:
  Rows(int64_t rows, int64_t length, T padding, at::ScalarType type)
      : tensor_(at::full({rows, length}, padding, at::TensorOptions(type))), data_(tensor_.mutable_data_ptr<T>()) {}
  T* row(std::size_t number) { return data_ + static_cast<int64_t>(number) * tensor_.size(1); }
  const at::Tensor& tensor() const { return tensor_; }

 private:
  at::Tensor tensor_;
  T* data_;
};

template <Sentence EncodedPair::*side>
std::vector<Sentence> sentences(std::span<const EncodedPair> pairs) {
  std::vector<Sentence> result;
  for (const EncodedPair& pair : pairs) result.push_back(pair.*side);
  return result;
}

at::Tensor after_bos(const std::vector<Sentence>& sentences, int64_t length, const SpecialIds& ids) {
  Rows<int64_t> rows(std::ssize(sentences), length, ids.pad, at::kLong);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    *rows.row(i) = ids.bos;
    std::ranges::copy(sentences[i], rows.row(i) + 1);
  }
  return rows.tensor();
}

// The links of one target piece, which stand together.
std::span<const AlignmentLink> first_target(std::span<const AlignmentLink> links) {
  const auto end = std::ranges::find_if(links, [&](const auto& link) { return link.target != links.front().target; });
  return links.first(static_cast<std::size_t>(end - links.begin()));
}

BatchLinks links_between(std::span<const EncodedPair> pairs) {
  std::vector<int64_t> rows, targets, sources;
  std::vector<float> weights;
  BatchLinks result;
  for (std::size_t row = 0; row < pairs.size(); ++row) {
    for (auto left = pairs[row].links; !left.empty();) {
      const auto together = first_target(left);
      for (const auto& link : together) {
        rows.push_back(static_cast<int64_t>(row));
        targets.push_back(link.target);
        sources.push_back(link.source);
        weights.push_back(1.0F / static_cast<float>(together.size()));
      }
      ++result.num_targets;
      left = left.subspan(together.size());
    }
  }
  if (result.empty()) return result;
  result.places = at::stack({at::tensor(rows), at::tensor(targets), at::tensor(sources)});
  result.weights = at::tensor(weights);
  return result;
}

BatchLinks links_of_rows(const BatchLinks& links, int64_t first, int64_t count) {
  if (links.empty()) return {};
  const auto rows = links.places[0];
  const auto chosen = (rows.ge(first) & rows.lt(first + count)).nonzero().squeeze(1);
  BatchLinks part{.places = links.places.index_select(1, chosen), .weights = links.weights.index_select(0, chosen)};
  part.places[0].sub_(first);
  part.num_targets = part.weights.sum().round().item<int64_t>();
  return part;
}

// A GPU copies from page-locked memory while the CPU goes on.
at::Tensor moved_to(at::Device device, const at::Tensor& tensor) {
  if (!device.is_cuda() || !tensor.is_cpu()) return tensor.to(device);
  return tensor.pin_memory().to(device, /*non_blocking=*/true);
}

// All that has a row for each pair.
std::array<at::Tensor*, 5> rows_of(Batch& batch) {
  return {&batch.source, &batch.target_input, &batch.target_output, &batch.source_mask, &batch.target_mask};
}

}  // namespace

Batch Batch::to(at::Device device) const {
  Batch moved = *this;
  for (at::Tensor* tensor : rows_of(moved)) *tensor = moved_to(device, *tensor);
  if (!links.empty()) {
    moved.links.places = moved_to(device, links.places);
    moved.links.weights = moved_to(device, links.weights);
  }
  return moved;
}

Batch Batch::rows(int64_t first, int64_t count) const {
  Batch part = *this;
  for (at::Tensor* tensor : rows_of(part)) *tensor = tensor->narrow(0, first, count);
  part.links = links_of_rows(links, first, count);
  part.num_source_tokens = part.source_mask.sum().item<int64_t>();
  part.num_target_tokens = part.target_mask.sum().item<int64_t>();
  part.rows_before += first;
  if (part.all_rows == 0) part.all_rows = size();
  return part;
}

PaddedSentences pad_with_eos(const std::vector<Sentence>& sentences, const SpecialIds& ids) {
  const auto longest = std::ranges::max(sentences, {}, &Sentence::size).size() + 1;
  const auto length = static_cast<int64_t>(longest), count = std::ssize(sentences);
  Rows<int64_t> tokens(count, length, ids.pad, at::kLong);
  Rows<bool> mask(count, length, false, at::kBool);
  PaddedSentences padded{.tokens = tokens.tensor(), .mask = mask.tensor()};
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    *std::ranges::copy(sentences[i], tokens.row(i)).out = ids.eos;
    std::fill_n(mask.row(i), sentences[i].size() + 1, true);
    padded.num_tokens += std::ssize(sentences[i]) + 1;
  }
  padded.is_padded = padded.num_tokens < count * length;
  return padded;
}

Batch make_batch(std::span<const EncodedPair> pairs, const SpecialIds& source_ids, const SpecialIds& target_ids) {
  const auto targets = sentences<&EncodedPair::target>(pairs);
  const auto source = pad_with_eos(sentences<&EncodedPair::source>(pairs), source_ids);
  const auto target = pad_with_eos(targets, target_ids);
  return {.source = source.tokens,
          .target_input = after_bos(targets, target.tokens.size(1), target_ids),
          .target_output = target.tokens,
          .source_mask = source.mask,
          .target_mask = target.mask,
          .source_is_padded = source.is_padded,
          .target_is_padded = target.is_padded,
          .num_source_tokens = source.num_tokens,
          .num_target_tokens = target.num_tokens,
          .links = links_between(pairs)};
}

}  // namespace tfm
