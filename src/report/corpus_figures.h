// What became of the training corpora, out of RUN/data/report.json.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tfm::report {

struct RuleFigure {
  std::string what;    // "source lines too long"
  std::string effect;  // "keeps", "drops" or "mends"
  int64_t count = 0;
};

// Pairs; read = kept + dropped.
struct PairCounts {
  int64_t read = 0;
  int64_t kept = 0;
  int64_t dropped = 0;
  int64_t altered = 0;  // of the kept ones
};

struct CorpusFigures {
  std::string name;  // its files, without folders
  PairCounts pairs;
  std::vector<RuleFigure> rules{};  // those that found anything
};

struct DataFigures {
  PairCounts pairs;
  int64_t epoch_pairs = 0;
  int64_t epoch_source_pieces = 0;
  int64_t epoch_target_pieces = 0;
  std::vector<CorpusFigures> corpora{};
};

// Nothing where the file isn't there or isn't such a report: these figures are for people to look at.
std::optional<DataFigures> read_data_figures(const std::filesystem::path& report_file);

}  // namespace tfm::report
