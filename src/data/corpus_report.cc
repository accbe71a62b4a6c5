#include "data/corpus_report.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "core/concat.h"

namespace tfm {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kLinesInReport = 20;
constexpr size_t kLinesInSummary = 5;

struct RuleText {
  Rule rule;
  const char* key;     // in report.json, before "_source" or "_target"
  const char* phrase;  // in the summary, behind "source lines" or "target lines"
};
constexpr std::array<RuleText, kRuleCount> kRules = {{
    {Rule::kBlank, "blank", "blank"},
    {Rule::kTooLong, "too_long", "too long"},
    {Rule::kInvalidUtf8, "invalid_utf8", "with invalid UTF-8 repaired"},
    {Rule::kByteOrderMark, "byte_order_mark", "with a byte-order mark removed"},
    {Rule::kCarriageReturn, "carriage_return", "with a carriage return removed from its end"},
    {Rule::kControl, "control", "with line breaks or controls replaced by blanks"},
}};
constexpr std::array<std::pair<Side, const char*>, 2> kSides = {{{Side::kSource, "source"}, {Side::kTarget, "target"}}};

bool strikes(Rule rule, const CleanLine& line) {
  switch (rule) {
    case Rule::kInvalidUtf8:
      return line.replaced_sequences > 0;
    case Rule::kByteOrderMark:
      return line.had_bom;
    case Rule::kCarriageReturn:
      return line.had_carriage_return;
    case Rule::kControl:
      return line.replaced_controls > 0;
    case Rule::kBlank:
    case Rule::kTooLong:
      return false;  // judged where the pieces are known
  }
  return false;
}

bool is_altered(const CleanLine& line) {
  return line.replaced_sequences > 0 || line.had_bom || line.had_carriage_return || line.replaced_controls > 0;
}

int64_t smallest_limit(const std::map<int64_t, int64_t>& lengths) {
  int64_t pairs = 0;
  for (const auto& [length, count] : lengths) pairs += count;
  int64_t kept = 0;
  for (const auto& [length, count] : lengths) {
    kept += count;
    if (kept * 100 >= pairs * 99) return length;
  }
  return 0;
}

Json rules_json(const CorpusReport& report) {
  Json rules;
  for (const auto& [rule, key, phrase] : kRules) {
    for (const auto& [side, side_name] : kSides) {
      const RuleHits& hits = report.hits(rule, side);
      rules[concat(key, "_", side_name)] = {{"count", hits.count()}, {"lines", hits.first_lines()}};
    }
  }
  return rules;
}

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

Json corpus_json(const CorpusReport& report) {
  Json corpus = {{"source", report.files().source.string()}, {"target", report.files().target.string()}};
  Totals totals;
  totals.add(report);
  totals.put_into(corpus);
  corpus["max_length_keeping_99_percent"] = length_that_keeps_99_percent(report);
  corpus["rules"] = rules_json(report);
  return corpus;
}

// "2 source lines blank: 3, 9"
std::string hits_text(const RuleHits& hits, const char* side, const char* phrase) {
  std::string text = concat(hits.count(), " ", side, hits.count() == 1 ? " line " : " lines ", phrase, ": ");
  const size_t shown = std::min(kLinesInSummary, hits.first_lines().size());
  for (size_t i = 0; i < shown; ++i) text += concat(i == 0 ? "" : ", ", hits.first_lines()[i]);
  return std::cmp_less(shown, hits.count()) ? text + ", ..." : text;
}

// Two digits that count, "0.075 %", or whole percents from ten on.
std::string percentage(int64_t part, int64_t whole) {
  const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  if (part > 0 && percent < 0.01) return "less than 0.01 %";
  std::ostringstream out;
  out << std::setprecision(percent < 10 ? 2 : 3) << (percent < 10 ? percent : std::round(percent)) << " %";
  return out.str();
}

std::string rule_texts(const CorpusReport& report) {
  std::string text;
  for (const auto& [rule, key, phrase] : kRules) {
    for (const auto& [side, side_name] : kSides) {
      const RuleHits& hits = report.hits(rule, side);
      if (hits.count() > 0) text += "\n  " + hits_text(hits, side_name, phrase);
    }
  }
  return text;
}

// Where a tenth of the lines are not UTF-8, the file as a whole probably isn't.
std::string encoding_hints(const CorpusReport& report) {
  std::string text;
  for (const auto& [side, file] :
       {std::pair{Side::kSource, report.files().source}, {Side::kTarget, report.files().target}}) {
    if (report.hits(Rule::kInvalidUtf8, side).count() * 10 < report.pairs_read()) continue;
    text += concat("\n  ", file.string(), " doesn't look like UTF-8: convert it, for example with iconv");
  }
  return text;
}

bool any_too_long(const CorpusReport& report) {
  return report.hits(Rule::kTooLong, Side::kSource).count() + report.hits(Rule::kTooLong, Side::kTarget).count() > 0;
}

}  // namespace

void RuleHits::add(int64_t line) {
  ++count_;
  if (first_lines_.size() < kLinesInReport) first_lines_.push_back(line);
}

void CorpusReport::read(const CleanPair& pair) {
  ++read_;
  for (const auto& text : kRules) {
    if (strikes(text.rule, pair.source)) hits(text.rule, Side::kSource).add(pair.line);
    if (strikes(text.rule, pair.target)) hits(text.rule, Side::kTarget).add(pair.line);
  }
}

void CorpusReport::keep(const CleanPair& pair) {
  ++kept_;
  if (is_altered(pair.source) || is_altered(pair.target)) ++altered_;
}

std::string report_to_json(const std::vector<CorpusReport>& reports, int64_t max_length) {
  Totals totals;
  Json corpora = Json::array();
  std::map<int64_t, int64_t> lengths;
  for (const CorpusReport& report : reports) {
    totals.add(report);
    corpora.push_back(corpus_json(report));
    for (const auto& [length, count] : report.lengths()) lengths[length] += count;
  }
  Json json;
  totals.put_into(json);
  json["max_length"] = max_length;
  json["max_length_keeping_99_percent"] = smallest_limit(lengths);
  json["corpora"] = std::move(corpora);
  // A path need not be UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string summarize(const CorpusReport& report, int64_t max_length) {
  const std::string rules = rule_texts(report);
  if (rules.empty()) return "";
  std::string text =
      concat(report.files().source.string(), " and ", report.files().target.string(), ": ", report.pairs_dropped(),
             " of ", report.pairs_read(), " pairs dropped (", percentage(report.pairs_dropped(), report.pairs_read()),
             "), ", report.pairs_altered(), " altered", rules, encoding_hints(report));
  if (any_too_long(report)) {
    text += concat("\n  too long is more than data.max_length = ", max_length, " pieces; ",
                   length_that_keeps_99_percent(report), " would keep 99 %");
  }
  return text;
}

int64_t length_that_keeps_99_percent(const CorpusReport& report) { return smallest_limit(report.lengths()); }

}  // namespace tfm
