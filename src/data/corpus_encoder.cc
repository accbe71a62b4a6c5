#include "data/corpus_encoder.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <future>

#include "codec/text_codec.h"
#include "core/concat.h"
#include "core/interrupt.h"
#include "core/parallel.h"
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
  AlignedPairReader reader(corpus, {config_.source_language, config_.target_language});
  Manner manner;
  if (corpus.tag) manner.tag = tag_piece(*tokenizers_.source, *corpus.tag);
  if (corpus.alignment) manner.links = corpus.alignment_units;
  CorpusReport report(corpus, reader.pairs().encoding());
  const double mebibytes = static_cast<double>(corpus_bytes(corpus)) / kMiB;
  int64_t advanced = 0;
  auto candidates = read_some(reader);
  while (!candidates.empty()) {
    stop_if_asked();
    auto upcoming = std::async(std::launch::async, [&] { return read_some(reader); });  // meanwhile
    inspect_and_encode(candidates, manner);
    for (Candidate& candidate : candidates) finish_pair(candidate, report);
    candidates = upcoming.get();
    progress.set_note(concat(count_text(static_cast<double>(pairs_read_)), " pairs"));
    const auto done = static_cast<int64_t>(reader.pairs().share_read() * mebibytes);
    progress.advance(done - advanced);
    advanced = done;
  }
  progress.advance(static_cast<int64_t>(mebibytes) - advanced);
  return report;
}

std::vector<CorpusEncoder::Candidate> CorpusEncoder::read_some(AlignedPairReader& reader) const {
  std::vector<Candidate> candidates;
  size_t bytes = 0;
  while (candidates.size() < kPairsAtOnce && bytes < kBytesAtOnce) {
    auto pair = reader.next();
    if (!pair) break;
    bytes += pair->text.source.text.size() + pair->text.target.text.size();
    candidates.push_back({.text = std::move(pair->text), .given = std::move(pair->alignment)});
  }
  return candidates;
}

void CorpusEncoder::inspect_and_encode(std::vector<Candidate>& candidates, const Manner& manner) const {
  parallel_for(std::ssize(candidates), at::get_num_threads(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) encode(candidates[static_cast<size_t>(i)], manner);
  });
}

void CorpusEncoder::encode(Candidate& candidate, const Manner& manner) const {
  BothSides<SideWords> words;
  const bool links_words = manner.links == AlignmentUnits::kWords;
  if (links_words) words = {words_of(candidate.text.source), words_of(candidate.text.target)};
  candidate.judged = inspector_.inspect(candidate.text);
  if (drops(candidate.judged.findings, config_)) return;
  candidate.key = inspector_.duplicate_key(candidate.text);
  if (links_words) {
    encode_with_words(candidate, words);
  } else {
    candidate.source = tokenizers_.source->encode(candidate.text.source.text);
    candidate.target = tokenizers_.target->encode(candidate.text.target.text);
  }
  judge_lengths(candidate);
  if (manner.links == AlignmentUnits::kPieces) {
    set_links(candidate, piece_links(candidate.given, std::ssize(candidate.source), std::ssize(candidate.target)));
  }
  if (!manner.tag) return;
  candidate.source.insert(candidate.source.begin(), *manner.tag);
  for (auto& link : candidate.links) ++link.source;
}

void CorpusEncoder::encode_with_words(Candidate& candidate, const BothSides<SideWords>& words) const {
  const std::string &source_text = candidate.text.source.text, &target_text = candidate.text.target.text;
  auto source = tokenizers_.source->encode_with_places(source_text);
  auto target = tokenizers_.target->encode_with_places(target_text);
  set_links(candidate,
            project_links(candidate.given, words, {pieces_of(source_text, source), pieces_of(target_text, target)}));
  candidate.source = std::move(source.ids);
  candidate.target = std::move(target.ids);
}

void CorpusEncoder::set_links(Candidate& candidate, ProjectedLinks projected) {
  candidate.links = std::move(projected.links);
  candidate.judged.links = projected.fate;
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
  writer_.add(candidate.source, candidate.target, candidate.links);
}

}  // namespace tfm
