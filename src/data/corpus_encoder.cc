#include "data/corpus_encoder.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <functional>
#include <future>

#include "data/pair_reader.h"

namespace tfm {
namespace {

constexpr size_t kPairsAtOnce = 8192;

struct Candidate {
  CleanPair text;
  std::vector<int32_t> source;
  std::vector<int32_t> target;
};

std::vector<Candidate> read_candidates(PairReader& reader) {
  std::vector<Candidate> candidates;
  while (candidates.size() < kPairsAtOnce) {
    auto pair = reader.next();
    if (!pair) break;
    candidates.push_back({std::move(*pair), {}, {}});
  }
  return candidates;
}

void encode_slice(std::span<Candidate> candidates, const Tokenizers& tokenizers) {
  for (Candidate& candidate : candidates) {
    candidate.source = tokenizers.source->encode(candidate.text.source.text);
    candidate.target = tokenizers.target->encode(candidate.text.target.text);
  }
}

// at::parallel_for would run on one thread: it needs a compiler's OpenMP, which we don't ask for.
void encode_all(std::span<Candidate> candidates, const Tokenizers& tokenizers) {
  const auto threads = static_cast<size_t>(std::max(1, at::get_num_threads()));
  const size_t slice = (candidates.size() + threads - 1) / threads;
  std::vector<std::future<void>> running;
  for (size_t begin = 0; begin < candidates.size(); begin += slice) {
    const auto part = candidates.subspan(begin, std::min(slice, candidates.size() - begin));
    running.push_back(std::async(std::launch::async, encode_slice, part, std::cref(tokenizers)));
  }
  for (auto& each : running) each.get();
}

// Normalization may leave nothing of a text, too.
bool is_empty(const CleanLine& line, const std::vector<int32_t>& pieces) {
  return pieces.empty() || is_blank(line.text);
}

// Drops by `rule` the sides that are so; true when any is.
bool drop_where(bool source, bool target, Rule rule, int64_t line, CorpusReport& report) {
  if (source) report.drop(rule, Side::kSource, line);
  if (target) report.drop(rule, Side::kTarget, line);
  return source || target;
}

void judge(const Candidate& pair, int64_t max_length, CorpusReport& report, ParallelCorpusWriter& writer) {
  const auto& [text, source, target] = pair;
  report.read(text);
  if (drop_where(is_empty(text.source, source), is_empty(text.target, target), Rule::kBlank, text.line, report)) return;
  report.note_longest_side(std::max(std::ssize(source), std::ssize(target)));
  const bool long_source = std::ssize(source) > max_length;
  const bool long_target = std::ssize(target) > max_length;
  if (drop_where(long_source, long_target, Rule::kTooLong, text.line, report)) return;
  report.keep(text);
  writer.add(source, target);
}

}  // namespace

CorpusReport encode_corpus(const CorpusFiles& files, const Tokenizers& tokenizers, int64_t max_length,
                           ParallelCorpusWriter& writer, Progress& progress) {
  PairReader reader(files);
  CorpusReport report(files);
  for (auto candidates = read_candidates(reader); !candidates.empty(); candidates = read_candidates(reader)) {
    encode_all(candidates, tokenizers);
    for (const Candidate& candidate : candidates) judge(candidate, max_length, report, writer);
    progress.advance(std::ssize(candidates));
  }
  return report;
}

}  // namespace tfm
