#include "cleaning/corpus_report.h"

#include <algorithm>

#include "formats/corpus_files.h"

namespace tfm {
namespace {

constexpr size_t kLinesInReport = 20;

void note_line(int64_t line, std::vector<int64_t>& lines) {
  if (lines.size() < kLinesInReport) lines.push_back(line);
}

bool was_mended(const Findings& findings, const DataConfig& config) {
  const auto rules = all_rules();
  return std::any_of(rules.begin(), rules.end(), [&](const RuleInfo& each) {
    return effect(each.rule, config) == Effect::kMends && findings.has(each.rule);
  });
}

}  // namespace

std::span<const LeftOutLinks> left_out_links() {
  static constexpr std::array<LeftOutLinks, 3> kAll{{
      {LinksFate::kOutside, "outside", "point to words or pieces that the sentence doesn't have"},
      {LinksFate::kRewritten, "rewritten",
       "have no place since the text settings change how many characters there are"},
      {LinksFate::kUnclear, "unclear_words",
       "may count words otherwise, for white space other than blanks and tabs (make it blanks before aligning)"},
  }};
  return kAll;
}

void RuleHits::add(int64_t line) {
  ++count_;
  note_line(line, first_lines_);
}

int64_t length_of_share(const LengthCounts& counts, double share) {
  int64_t all = 0;
  for (const auto& [length, count] : counts) all += count;
  int64_t sum = 0;
  for (const auto& [length, count] : counts) {
    sum += count;
    if (static_cast<double>(sum) >= share * static_cast<double>(all)) return length;
  }
  return 0;
}

void ScriptCounts::add(const HanCounts& line_counts, int64_t line) {
  characters += line_counts;
  const HanScript script = script_of_line(line_counts);
  ++lines[static_cast<size_t>(script)];
  if (script == HanScript::kMixed) note_line(line, first_mixed_lines);
}

std::string CorpusReport::name() const { return files_of_text(corpus_); }

void CorpusReport::add(const JudgedPair& pair, const DataConfig& config) {
  ++read_;
  count_hits(pair);
  count_lengths(pair);
  if (!pair.defect.empty() && first_defects_.size() < kLinesInReport)
    first_defects_.push_back({pair.line, pair.defect});
  if (drops(pair.findings, config)) {
    ++dropped_by_[index(first_reason(pair.findings, config).rule)];
    return;
  }
  ++kept_;
  links_[index(pair.links)].add(pair.line);
  if (was_mended(pair.findings, config)) ++altered_;
  source_pieces_kept_ += pair.source_pieces;
  target_pieces_kept_ += pair.target_pieces;
  source_script_.add(pair.source_han, pair.line);
  target_script_.add(pair.target_han, pair.line);
}

void CorpusReport::count_hits(const JudgedPair& pair) {
  if (pair.findings.none()) return;
  for (const RuleInfo& each : all_rules()) {
    for (const Side side : {Side::kSource, Side::kTarget, Side::kPair}) {
      if (pair.findings.has(each.rule, side)) hits_[index(each.rule)][index(side)].add(pair.line);
    }
  }
}

void CorpusReport::count_lengths(const JudgedPair& pair) {
  if (pair.source_pieces <= 0 || pair.target_pieces <= 0) return;
  ++source_lengths_[pair.source_pieces];
  ++target_lengths_[pair.target_pieces];
  ++longer_sides_[std::max(pair.source_pieces, pair.target_pieces)];
}

}  // namespace tfm
