// What cleaning found in a parallel corpus: which rule struck which lines, and what was kept.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "chinese/han_script.h"
#include "cleaning/rules.h"
#include "config/config.h"

namespace tfm {

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

// How many sentences have so many pieces.
using LengthCounts = std::map<int64_t, int64_t>;
// The least length that `share` of the sentences don't exceed; 0 where there are none.
int64_t length_of_share(const LengthCounts& counts, double share);

// The Chinese script of one side, line by line.
struct ScriptCounts {
  HanCounts characters;
  std::array<int64_t, kNumHanScripts> lines{};
  std::vector<int64_t> first_mixed_lines;

  void add(const HanCounts& line_counts, int64_t line);
};

// What became of the links that a corpus' alignment has for a pair.
enum class LinksFate { kNoAlignment, kUsed, kBlank, kOutside, kRewritten, kUnclear };
inline constexpr size_t kLinksFateCount = 6;

// Why links are left out while the pair is kept.
struct LeftOutLinks {
  LinksFate fate;
  const char* key;     // of report.json
  const char* phrase;  // "pairs without their links, which ..."
};
std::span<const LeftOutLinks> left_out_links();

// One pair, judged.
struct JudgedPair {
  int64_t line = 0;  // of the file, from 1
  Findings findings{};
  HanCounts source_han{}, target_han{};
  // In pieces; negative where the pair was dropped before it was encoded.
  int64_t source_pieces = -1;
  int64_t target_pieces = -1;
  std::string defect{};  // why there is no pair, where there is none
  LinksFate links = LinksFate::kNoAlignment;
};

struct Defect {
  int64_t line = 0;
  std::string problem;
};

// One corpus: a pair of files, or a file. Rules count every pair; one pair can be struck by several.
class CorpusReport {
 public:
  CorpusReport(CorpusConfig corpus, std::string encoding)
      : corpus_(std::move(corpus)), encoding_(std::move(encoding)) {}

  void add(const JudgedPair& pair, const DataConfig& config);

  const CorpusConfig& corpus() const { return corpus_; }
  const std::string& encoding() const { return encoding_; }
  // Kept pairs whose links met this fate.
  const RuleHits& links(LinksFate fate) const { return links_[index(fate)]; }
  std::string name() const;  // the file, or both
  int64_t pairs_read() const { return read_; }
  int64_t pairs_kept() const { return kept_; }
  int64_t pairs_dropped() const { return read_ - kept_; }
  int64_t pairs_altered() const { return altered_; }  // kept pairs whose text was mended
  // Struck by the rule, whether it dropped the pair or not.
  const RuleHits& hits(Rule rule, Side side) const { return hits_[index(rule)][index(side)]; }
  // For which this rule was the first that drops.
  int64_t dropped_by(Rule rule) const { return dropped_by_[index(rule)]; }
  // Of pairs with text on both sides, kept or too long.
  const LengthCounts& source_lengths() const { return source_lengths_; }
  const LengthCounts& target_lengths() const { return target_lengths_; }
  const LengthCounts& longer_sides() const { return longer_sides_; }
  // Of the first pairs that could not be read.
  const std::vector<Defect>& first_defects() const { return first_defects_; }
  int64_t source_pieces_kept() const { return source_pieces_kept_; }
  int64_t target_pieces_kept() const { return target_pieces_kept_; }
  const ScriptCounts& source_script() const { return source_script_; }
  const ScriptCounts& target_script() const { return target_script_; }

 private:
  template <typename Enum>
  static constexpr size_t index(Enum value) {
    return static_cast<size_t>(value);
  }
  void count_hits(const JudgedPair& pair);
  void count_lengths(const JudgedPair& pair);

  CorpusConfig corpus_;
  std::string encoding_;
  int64_t read_ = 0;
  int64_t kept_ = 0;
  int64_t altered_ = 0;
  std::array<std::array<RuleHits, kSideCount>, kRuleCount> hits_;
  std::array<int64_t, kRuleCount> dropped_by_{};
  std::array<RuleHits, kLinksFateCount> links_;
  LengthCounts source_lengths_, target_lengths_, longer_sides_;
  int64_t source_pieces_kept_ = 0;
  int64_t target_pieces_kept_ = 0;
  ScriptCounts source_script_, target_script_;
  std::vector<Defect> first_defects_;
};

// What an epoch of training holds, weights applied.
struct EpochContents {
  int64_t pairs = 0;
  int64_t source_pieces = 0;  // end marks not counted
  int64_t target_pieces = 0;
};

// Of all corpora of a run.
struct PreparationReport {
  std::vector<CorpusReport> corpora{};
  std::vector<double> weights{};  // how often a pair of each corpus comes in an epoch, on average
  EpochContents epoch{};
  int64_t duplicates_forgotten = 0;       // pairs that came when the memory for duplicates was used up
  std::vector<std::string> vocabulary{};  // what there is to say about the vocabularies' coverage
};

}  // namespace tfm
