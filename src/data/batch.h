// Encoded pairs as the tensors that the model sees.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#include <cstdint>
#include <span>
#include <vector>

#include "data/encoded_shard.h"
#include "text/tokenizer.h"

namespace tfm {

// Which source pieces the target pieces of a batch are linked with.
struct BatchLinks {
  at::Tensor places{};      // [3, N] int64: each link's row, target position and source position in the batch
  at::Tensor weights{};     // [N] float32: 1 / how many links its target piece has
  int64_t num_targets = 0;  // target pieces that have links: the sum of the weights

  bool empty() const { return num_targets == 0; }
};

// [B, S] and [B, T], where S and T count the mark that is added to each sentence. Padding stands behind the sentence.
struct Batch {
  at::Tensor source;              // [B, S] int64: pieces, eos, padding
  at::Tensor target_input;        // [B, T] int64: bos, pieces, padding
  at::Tensor target_output;       // [B, T] int64: pieces, eos, padding
  at::Tensor source_mask;         // [B, S] bool: true = no padding
  at::Tensor target_mask;         // [B, T] bool: the same for target_input and target_output
  bool source_is_padded = false;  // false: source_mask is all true
  bool target_is_padded = false;
  int64_t num_source_tokens = 0;  // without padding, end marks included
  int64_t num_target_tokens = 0;
  BatchLinks links = {};  // empty: undefined tensors
  // Of rows of a larger batch: how many stand before them, and how many there are in all.
  int64_t rows_before = 0;
  int64_t all_rows = 0;  // 0: these are all

  int64_t size() const { return source.size(0); }
  // What the encoder is told: source_mask, undefined where nothing is padded.
  at::Tensor padded_source_mask() const { return source_is_padded ? source_mask : at::Tensor(); }
  Batch to(at::Device device) const;
  // `count` of its rows, padded as before.
  Batch rows(int64_t first, int64_t count) const;
};

using Sentence = std::span<const int32_t>;  // its pieces, without marks

// N sentences, each followed by the end mark and then by padding.
struct PaddedSentences {
  at::Tensor tokens;  // [N, L] int64
  at::Tensor mask;    // [N, L] bool: true = no padding
  bool is_padded = false;
  int64_t num_tokens = 0;  // without padding, end marks included
};
// At least one sentence.
PaddedSentences pad_with_eos(const std::vector<Sentence>& sentences, const SpecialIds& ids);

// At least one pair. The order of the rows is that of the pairs.
Batch make_batch(std::span<const EncodedPair> pairs, const SpecialIds& source_ids, const SpecialIds& target_ids);

}  // namespace tfm
