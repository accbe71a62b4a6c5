#include "report/corpus_figures.h"

#include <nlohmann/json.hpp>

#include "cleaning/rules.h"
#include "core/concat.h"
#include "core/files.h"

namespace tfm::report {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

PairCounts counts_of(const Json& json) {
  return {
      .read = json.at("read"), .kept = json.at("kept"), .dropped = json.at("dropped"), .altered = json.at("altered")};
}

std::string name_of(const Json& corpus) {
  const auto file_at = [&](const char* key) { return fs::path(corpus.value(key, std::string())).filename().string(); };
  return corpus.contains("file") ? file_at("file") : concat(file_at("source"), ", ", file_at("target"));
}

const char* subject(Side side) {
  return side == Side::kPair ? "pairs " : side == Side::kSource ? "source lines " : "target lines ";
}

std::vector<RuleFigure> rules_of(const Json& corpus) {
  std::vector<RuleFigure> found;
  for (const RuleInfo& each : all_rules()) {
    for (const Side side : {Side::kSource, Side::kTarget, Side::kPair}) {
      const auto rule = corpus.at("rules").find(concat(each.key, side_suffix(side)));
      if (rule == corpus.at("rules").end() || rule->at("count") == 0) continue;
      found.push_back({concat(subject(side), each.phrase), rule->at("effect"), rule->at("count")});
    }
  }
  return found;
}

DataFigures figures_of(const Json& json) {
  const auto& epoch = json.at("epoch");
  DataFigures figures{.pairs = counts_of(json),
                      .epoch_pairs = epoch.at("pairs"),
                      .epoch_source_pieces = epoch.at("source_pieces"),
                      .epoch_target_pieces = epoch.at("target_pieces")};
  for (const auto& corpus : json.at("corpora")) {
    figures.corpora.push_back({name_of(corpus), counts_of(corpus), rules_of(corpus)});
  }
  return figures;
}

}  // namespace

std::optional<DataFigures> read_data_figures(const fs::path& report_file) {
  if (!fs::exists(report_file)) return std::nullopt;
  try {
    return figures_of(Json::parse(read_file(report_file)));
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace tfm::report
