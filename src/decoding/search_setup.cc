#include "decoding/search_setup.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "text/unicode.h"

namespace tfm {
namespace {

int64_t times(double ratio, int64_t pieces) { return std::llround(std::ceil(ratio * static_cast<double>(pieces))); }

std::optional<SamplingOptions> sampling_options(const DecodingConfig& config) {
  if (!config.sampling) return std::nullopt;
  return SamplingOptions{.temperature = config.temperature,
                         .top_k = config.top_k,
                         .top_p = config.top_p,
                         .seed = static_cast<uint64_t>(config.seed)};
}

std::vector<int64_t> never_put_out(const SpecialIds& ids, UnknownWords unknown) {
  std::vector<int64_t> tokens{ids.pad, ids.bos};
  if (unknown == UnknownWords::kSuppress) tokens.push_back(ids.unk);
  return tokens;
}

}  // namespace

int64_t most_translations(const DecodingConfig& config) {
  if (config.sampling) return std::numeric_limits<int64_t>::max();
  SearchOptions options;
  options.beam_size = config.beam_size;
  options.patience = config.patience;
  return options.finished_wanted();
}

SearchOptions search_options(const DecodingConfig& config, const TextCodec& codec, int64_t num_best) {
  const auto& tokenizer = *codec.tokenizers().target;
  const auto& ids = tokenizer.special_ids();
  SearchOptions options{.beam_size = config.beam_size,
                        .num_best = num_best,
                        .length_penalty = LengthPenalty::parse(config.length_penalty),
                        .patience = config.patience,
                        .coverage_penalty = config.coverage_penalty,
                        .no_repeat_ngram = config.no_repeat_ngram,
                        .repetition_penalty = config.repetition_penalty,
                        .bos = ids.bos,
                        .eos = ids.eos,
                        .forbidden = never_put_out(ids, config.unknown),
                        .silent = silent_tokens(tokenizer),
                        .sampling = sampling_options(config)};
  if (num_best > 1) {
    options.spell = [codec](const std::vector<int32_t>& tokens) { return codec.decode_target(tokens); };
  }
  return options;
}

std::vector<bool> silent_tokens(const Tokenizer& tokenizer) {
  std::vector<bool> silent;
  for (int64_t id = 0; id < tokenizer.vocab_size(); ++id) {
    const std::array token{static_cast<int32_t>(id)};
    silent.push_back(is_blank(tokenizer.decode(token)));
  }
  return silent;
}

SentenceTask sentence_task(const DecodingConfig& config, int64_t source_pieces, int64_t most_positions, uint64_t number,
                           std::vector<int32_t> prefix) {
  int64_t most = times(config.max_length_ratio, source_pieces) + config.max_length_extra;
  most = std::max(most, std::ssize(prefix) + 1);
  if (config.max_length) most = std::min(most, *config.max_length);
  most = std::clamp<int64_t>(most, 1, most_positions);
  const int64_t least = std::max({int64_t{1}, config.min_length, times(config.min_length_ratio, source_pieces)});
  return {.most_tokens = most,
          .least_pieces = std::min(least, std::max<int64_t>(1, most - 1)),
          .prefix = std::move(prefix),
          .source_pieces = source_pieces,
          .number = number};
}

}  // namespace tfm
