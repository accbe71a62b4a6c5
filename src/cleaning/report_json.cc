#include <nlohmann/json.hpp>

#include "cleaning/report_text.h"
#include "core/concat.h"

namespace tfm {
namespace {

using Json = nlohmann::ordered_json;

struct Totals {
  int64_t read = 0;
  int64_t kept = 0;
  int64_t dropped = 0;
  int64_t altered = 0;

  void add(const CorpusReport& report) {
    read += report.pairs_read();
    kept += report.pairs_kept();
    dropped += report.pairs_dropped();
    altered += report.pairs_altered();
  }
  void put_into(Json& object) const {
    object["read"] = read;
    object["kept"] = kept;
    object["dropped"] = dropped;
    object["altered"] = altered;
  }
};

const char* name_of(Effect effect) {
  switch (effect) {
    case Effect::kKeeps:
      return "keeps";
    case Effect::kDrops:
      return "drops";
    case Effect::kMends:
      return "mends";
  }
  return "";
}

Json rules_json(const CorpusReport& report, const DataConfig& config) {
  Json rules;
  for (const RuleInfo& each : all_rules()) {
    const auto put = [&](Side side) {
      const RuleHits& hits = report.hits(each.rule, side);
      rules[concat(each.key, side_suffix(side))] = {
          {"count", hits.count()}, {"effect", name_of(effect(each.rule, config))}, {"lines", hits.first_lines()}};
    };
    if (each.of_pair) {
      put(Side::kPair);
    } else {
      put(Side::kSource);
      put(Side::kTarget);
    }
  }
  return rules;
}

// The first rule that drops a pair has it: these add up to the pairs dropped.
Json reasons_json(const CorpusReport& report) {
  Json reasons = Json::object();
  for (const RuleInfo& each : all_rules()) {
    if (report.dropped_by(each.rule) > 0) reasons[each.key] = report.dropped_by(each.rule);
  }
  return reasons;
}

// [length, sentences] in ascending order.
Json lengths_json(const LengthCounts& counts) {
  Json list = Json::array();
  for (const auto& [length, count] : counts) list.push_back({length, count});
  return list;
}

Json script_json(const ScriptCounts& counts) {
  Json lines;
  for (int script = 0; script < kNumHanScripts; ++script) {
    lines[name_of(static_cast<HanScript>(script))] = counts.lines[static_cast<size_t>(script)];
  }
  return {{"script", name_of(script_of_text(counts.characters))},
          {"han", counts.characters.all()},
          {"only_simplified", counts.characters.simplified},
          {"only_traditional", counts.characters.traditional},
          {"lines", lines},
          {"mixed_lines", counts.first_mixed_lines}};
}

Json side_json(const LengthCounts& lengths, int64_t pieces, const ScriptCounts& script) {
  return {{"pieces_kept", pieces}, {"chinese", script_json(script)}, {"lengths", lengths_json(lengths)}};
}

Json alignment_json(const CorpusReport& report) {
  Json left_out;
  for (const auto& reason : left_out_links()) {
    const RuleHits& hits = report.links(reason.fate);
    left_out[reason.key] = {{"count", hits.count()}, {"lines", hits.first_lines()}};
  }
  return {{"file", report.corpus().alignment->string()},
          {"pairs_with_links", report.links(LinksFate::kUsed).count()},
          {"pairs_without_links", report.links(LinksFate::kBlank).count()},
          {"links_left_out", left_out}};
}

Json corpus_json(const CorpusReport& report, double weight, const DataConfig& config) {
  Json corpus;
  const CorpusConfig& files = report.corpus();
  if (files.file) corpus["file"] = files.file->string();
  if (files.source) corpus["source"] = files.source->string();
  if (files.target) corpus["target"] = files.target->string();
  corpus["encoding"] = report.encoding();
  Totals totals;
  totals.add(report);
  totals.put_into(corpus);
  corpus["epoch_weight"] = weight;
  if (files.alignment) corpus["alignment"] = alignment_json(report);
  corpus["max_length_keeping_99_percent"] = length_of_share(report.longer_sides(), 0.99);
  corpus["dropped_by"] = reasons_json(report);
  corpus["rules"] = rules_json(report, config);
  for (const auto& [line, problem] : report.first_defects()) {
    corpus["rules"][info(Rule::kMalformed).key]["problems"].push_back({{"line", line}, {"problem", problem}});
  }
  corpus["source_side"] = side_json(report.source_lengths(), report.source_pieces_kept(), report.source_script());
  corpus["target_side"] = side_json(report.target_lengths(), report.target_pieces_kept(), report.target_script());
  return corpus;
}

}  // namespace

std::string report_to_json(const PreparationReport& report, const DataConfig& config) {
  Totals totals;
  Json corpora = Json::array();
  LengthCounts lengths;
  for (size_t i = 0; i < report.corpora.size(); ++i) {
    totals.add(report.corpora[i]);
    corpora.push_back(corpus_json(report.corpora[i], report.weights[i], config));
    for (const auto& [length, count] : report.corpora[i].longer_sides()) lengths[length] += count;
  }
  Json json;
  totals.put_into(json);
  json["epoch"] = {{"pairs", report.epoch.pairs},
                   {"source_pieces", report.epoch.source_pieces},
                   {"target_pieces", report.epoch.target_pieces}};
  json["max_length"] = config.max_length;
  json["max_length_keeping_99_percent"] = length_of_share(lengths, 0.99);
  json["duplicates_not_looked_for"] = report.duplicates_forgotten;
  json["vocabulary"] = report.vocabulary;
  json["corpora"] = std::move(corpora);
  // A path need not be UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tfm
