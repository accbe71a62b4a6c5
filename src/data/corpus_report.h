// What cleaning did with a parallel corpus: which rule struck which lines.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "config/config.h"
#include "data/pair_reader.h"

namespace tfm {

enum class Side { kSource, kTarget };

// The first two drop a pair, the others mend a line.
enum class Rule { kBlank, kTooLong, kInvalidUtf8, kByteOrderMark, kCarriageReturn, kControl };
inline constexpr size_t kRuleCount = 6;

// The lines that one rule struck: all counted, the first ones by number.
class RuleHits {
 public:
  void add(int64_t line);
  int64_t count() const { return count_; }
  const std::vector<int64_t>& first_lines() const { return first_lines_; }

 private:
  int64_t count_ = 0;
  std::vector<int64_t> first_lines_;
};

// One corpus. Rules count every line that was read; a pair can be struck by several.
class CorpusReport {
 public:
  explicit CorpusReport(CorpusFiles files) : files_(std::move(files)) {}

  // Counts the pair and the rules that mended it. It is dropped unless keep() follows.
  void read(const CleanPair& pair);
  void drop(Rule rule, Side side, int64_t line) { hits(rule, side).add(line); }
  void keep(const CleanPair& pair);
  // Of a pair with text on both sides, kept or not; in pieces.
  void note_longest_side(int64_t length) { ++lengths_[length]; }

  const CorpusFiles& files() const { return files_; }
  int64_t pairs_read() const { return read_; }
  int64_t pairs_kept() const { return kept_; }
  int64_t pairs_dropped() const { return read_ - kept_; }
  int64_t pairs_altered() const { return altered_; }  // kept pairs whose text was mended
  const RuleHits& hits(Rule rule, Side side) const { return hits_[index(rule)][index(side)]; }
  // How many pairs have a longest side of so many pieces.
  const std::map<int64_t, int64_t>& lengths() const { return lengths_; }

 private:
  template <typename Enum>
  static constexpr size_t index(Enum value) {
    return static_cast<size_t>(value);
  }
  RuleHits& hits(Rule rule, Side side) { return hits_[index(rule)][index(side)]; }

  CorpusFiles files_;
  int64_t read_ = 0;
  int64_t kept_ = 0;
  int64_t altered_ = 0;
  std::array<std::array<RuleHits, 2>, kRuleCount> hits_;
  std::map<int64_t, int64_t> lengths_;
};

// The contents of report.json.
std::string report_to_json(const std::vector<CorpusReport>& reports, int64_t max_length);

// A person's summary of what was dropped and mended, rule by rule with its first lines; empty when nothing was.
std::string summarize(const CorpusReport& report, int64_t max_length);

// The least data.max_length that keeps 99 % of the pairs that have text on both sides; 0 when there are none.
int64_t length_that_keeps_99_percent(const CorpusReport& report);

}  // namespace tfm
