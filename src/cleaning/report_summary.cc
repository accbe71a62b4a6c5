#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>
#include <utility>

#include "cleaning/report_text.h"
#include "core/concat.h"

namespace tfm {
namespace {

constexpr size_t kLinesInSummary = 5;

// "3, 9, ..."
std::string first_lines(const std::vector<int64_t>& lines, int64_t count) {
  std::string text;
  const size_t shown = std::min(kLinesInSummary, lines.size());
  for (size_t i = 0; i < shown; ++i) text += concat(i == 0 ? "" : ", ", lines[i]);
  return std::cmp_less(shown, count) ? text + ", ..." : text;
}

std::string counted(int64_t count, const std::string& what) { return concat(count, " ", what, count == 1 ? "" : "s"); }

// "2 source lines blank: 3, 9"
std::string hits_text(const RuleHits& hits, Side side, const RuleInfo& rule) {
  const char* what = side == Side::kPair ? "pair" : side == Side::kSource ? "source line" : "target line";
  return concat(counted(hits.count(), what), " ", rule.phrase, ": ", first_lines(hits.first_lines(), hits.count()));
}

// Two digits that count, "0.075 %", or whole percents from ten on.
std::string percentage(int64_t part, int64_t whole) {
  const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  if (part > 0 && percent < 0.01) return "less than 0.01 %";
  std::ostringstream out;
  out << std::setprecision(percent < 10 ? 2 : 3) << (percent < 10 ? percent : std::round(percent)) << " %";
  return out.str();
}

// What a rule that only counts might be told: one pair in a hundred is worth a word.
bool is_worth_a_word(const CorpusReport& report, const RuleHits& hits, Effect effect) {
  if (hits.count() == 0) return false;
  return effect != Effect::kKeeps || hits.count() * 100 >= report.pairs_read();
}

std::string rule_texts(const CorpusReport& report, const DataConfig& config) {
  std::string text;
  for (const RuleInfo& each : all_rules()) {
    const Effect what = effect(each.rule, config);
    for (const Side side : {Side::kSource, Side::kTarget, Side::kPair}) {
      const RuleHits& hits = report.hits(each.rule, side);
      if (!is_worth_a_word(report, hits, what)) continue;
      text += "\n  " + hits_text(hits, side, each);
      if (each.rule == Rule::kMalformed) text += concat(" (", report.first_defects().front().problem, ")");
      if (what == Effect::kKeeps) text += concat("; kept, ", each.setting, " can drop them");
    }
  }
  return text;
}

std::string links_texts(const CorpusReport& report) {
  std::string text;
  for (const auto& reason : left_out_links()) {
    const RuleHits& hits = report.links(reason.fate);
    if (hits.count() == 0) continue;
    text += concat("\n  ", counted(hits.count(), "pair"), " without the links, which ", reason.phrase, ": ",
                   first_lines(hits.first_lines(), hits.count()));
  }
  return text;
}

// Where a tenth of the lines are not of the encoding, the file as a whole probably isn't.
std::string encoding_hints(const CorpusReport& report) {
  const int64_t worst = std::max(report.hits(Rule::kInvalidUtf8, Side::kSource).count(),
                                 report.hits(Rule::kInvalidUtf8, Side::kTarget).count());
  if (worst == 0 || worst * 10 < report.pairs_read()) return "";
  const bool stated = report.corpus().encoding != TextEncoding::kAuto;
  return concat("\n  read as ", report.encoding(), ", which doesn't fit: ",
                stated ? "\"encoding\" was stated, try without it"
                       : "state the corpus' \"encoding\" in the config, or convert it, such as with iconv");
}

std::string script_hint(const ScriptCounts& counts, const char* side, const char* setting) {
  if (script_of_text(counts.characters) != HanScript::kMixed) return "";
  const int64_t mixed = counts.lines[static_cast<size_t>(HanScript::kMixed)];
  const int64_t simplified = counts.lines[static_cast<size_t>(HanScript::kSimplified)];
  const int64_t traditional = counts.lines[static_cast<size_t>(HanScript::kTraditional)];
  return concat("\n  the ", side, " side mixes scripts: ", counted(simplified, "simplified line"), ", ",
                counted(traditional, "traditional one"), ", ", mixed, " with both; ", setting,
                " = \"t2s\" or \"s2t\" makes them one");
}

bool any_too_long(const CorpusReport& report) {
  return report.hits(Rule::kTooLong, Side::kSource).count() + report.hits(Rule::kTooLong, Side::kTarget).count() > 0;
}

}  // namespace

std::string summarize(const CorpusReport& report, const DataConfig& config) {
  if (report.pairs_read() == 0) return concat(report.name(), ": there is no pair in it");
  std::string facts = rule_texts(report, config) + links_texts(report) + encoding_hints(report) +
                      script_hint(report.source_script(), "source", "/data/source_text/conversion") +
                      script_hint(report.target_script(), "target", "/data/target_text/conversion");
  if (facts.empty()) return "";
  if (any_too_long(report)) {
    facts += concat("\n  too long is more than data.max_length = ", config.max_length, " pieces; ",
                    length_of_share(report.longer_sides(), 0.99), " would keep 99 %");
  }
  return concat(report.name(), ": ", report.pairs_dropped(), " of ", report.pairs_read(), " pairs dropped (",
                percentage(report.pairs_dropped(), report.pairs_read()), "), ", report.pairs_altered(), " altered",
                facts);
}

}  // namespace tfm
