#include "data/corpus_encoder.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <future>

#include "core/concat.h"
#include "core/interrupt.h"
#include "core/parallel.h"
#include "data/text_codec.h"
#include "formats/corpus_files.h"

namespace tfm {
namespace {

constexpr size_t kPairsAtOnce = 8192;
constexpr size_t kBytesAtOnce = size_t{16} << 20;
constexpr int64_t kMiB = int64_t{1} << 20;

}  // namespace

CorpusEncoder::CorpusEncoder(const DataConfig& config, const Tokenizers& tokenizers, ParallelCorpusWriter& writer,
                             DroppedPairs* dropped)
    : config_(config),
      tokenizers_(tokenizers),
      writer_(writer),
      dropped_(dropped),
      inspector_(config),
      duplicates_(static_cast<uint64_t>(config.cleaning.duplicate_memory_mib * kMiB)),
      source_coverage_(*tokenizers.source),
      target_coverage_(*tokenizers.target) {}

CorpusReport CorpusEncoder::encode(const CorpusConfig& corpus, Progress& progress) {
  const auto reader = open_pairs(corpus, {config_.source_language, config_.target_language});
  const auto tag = corpus.tag ? std::optional(tag_piece(*tokenizers_.source, *corpus.tag)) : std::nullopt;
  CorpusReport report(corpus, reader->encoding());
  const double mebibytes = static_cast<double>(corpus_bytes(corpus)) / kMiB;
  int64_t advanced = 0;
  auto candidates = read_some(*reader);
  while (!candidates.empty()) {
    stop_if_asked();
    auto upcoming = std::async(std::launch::async, [&] { return read_some(*reader); });  // meanwhile
    inspect_and_encode(candidates, tag);
    for (Candidate& candidate : candidates) finish_pair(candidate, report);
    candidates = upcoming.get();
    progress.set_note(concat(count_text(static_cast<double>(pairs_read_)), " pairs"));
    const auto done = static_cast<int64_t>(reader->share_read() * mebibytes);
    progress.advance(done - advanced);
    advanced = done;
  }
  progress.advance(static_cast<int64_t>(mebibytes) - advanced);
  return report;
}

std::vector<CorpusEncoder::Candidate> CorpusEncoder::read_some(PairReader& reader) const {
  std::vector<Candidate> candidates;
  size_t bytes = 0;
  while (candidates.size() < kPairsAtOnce && bytes < kBytesAtOnce) {
    auto pair = reader.next();
    if (!pair) break;
    bytes += pair->source.text.size() + pair->target.text.size();
    candidates.push_back({.text = std::move(*pair)});
  }
  return candidates;
}

void CorpusEncoder::inspect_and_encode(std::vector<Candidate>& candidates, std::optional<int32_t> tag) const {
  parallel_for(std::ssize(candidates), at::get_num_threads(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      Candidate& candidate = candidates[static_cast<size_t>(i)];
      candidate.judged = inspector_.inspect(candidate.text);
      if (drops(candidate.judged.findings, config_)) continue;
      candidate.key = inspector_.duplicate_key(candidate.text);
      candidate.source = tokenizers_.source->encode(candidate.text.source.text);
      candidate.target = tokenizers_.target->encode(candidate.text.target.text);
      judge_lengths(candidate);
      if (tag) candidate.source.insert(candidate.source.begin(), *tag);
    }
  });
}

void CorpusEncoder::judge_lengths(Candidate& candidate) const {
  const int64_t source = std::ssize(candidate.source), target = std::ssize(candidate.target);
  Findings& findings = candidate.judged.findings;
  candidate.judged.source_pieces = source;
  candidate.judged.target_pieces = target;
  // Normalization may leave nothing of a text.
  if (source == 0) findings.add(Rule::kBlank, Side::kSource);
  if (target == 0) findings.add(Rule::kBlank, Side::kTarget);
  if (source > config_.max_length) findings.add(Rule::kTooLong, Side::kSource);
  if (target > config_.max_length) findings.add(Rule::kTooLong, Side::kTarget);
  const double ratio = config_.cleaning.max_length_ratio, longer = static_cast<double>(std::max(source, target));
  if (ratio > 0 && longer > ratio * static_cast<double>(std::min(source, target))) {
    findings.add(Rule::kLengthRatio, Side::kPair);
  }
}

// In the order of the corpus, one after the other.
void CorpusEncoder::finish_pair(Candidate& candidate, CorpusReport& report) {
  JudgedPair& judged = candidate.judged;
  const bool looked_at = !drops(judged.findings, config_);
  if (looked_at && duplicates_.seen(candidate.key)) judged.findings.add(Rule::kDuplicate, Side::kPair);
  ++pairs_read_;
  report.add(judged, config_);
  if (drops(judged.findings, config_)) {
    if (dropped_ != nullptr) dropped_->add(report.name(), candidate.text, first_reason(judged.findings, config_));
    return;
  }
  const auto source_text = std::span<const int32_t>(candidate.source).last(static_cast<size_t>(judged.source_pieces));
  source_coverage_.add(candidate.text.source.text, source_text, judged.line);
  target_coverage_.add(candidate.text.target.text, candidate.target, judged.line);
  writer_.add(candidate.source, candidate.target);
}

}  // namespace tfm
