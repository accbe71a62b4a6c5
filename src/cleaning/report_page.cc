#include <algorithm>

#include "cleaning/report_text.h"
#include "core/concat.h"
#include "core/decimal.h"
#include "page/bar_chart.h"
#include "page/document.h"
#include "page/html.h"

namespace tfm {
namespace {

using namespace page;  // its pieces are what a page is written in

constexpr size_t kLinesShown = 10;
constexpr size_t kMostSections = 200;  // of corpora; report.json has all

std::string lines_cell(const RuleHits& hits) {
  std::string text;
  const auto& lines = hits.first_lines();
  for (size_t i = 0; i < std::min(kLinesShown, lines.size()); ++i) text += concat(i == 0 ? "" : ", ", lines[i]);
  return hits.count() > static_cast<int64_t>(std::min(kLinesShown, lines.size())) ? text + ", …" : text;
}

const char* effect_text(Effect effect) {
  switch (effect) {
    case Effect::kKeeps:
      return "counted";
    case Effect::kDrops:
      return "dropped";
    case Effect::kMends:
      return "mended";
  }
  return "";
}

std::string rule_label(const RuleInfo& rule, Side side) {
  const char* what = side == Side::kPair ? "pairs" : side == Side::kSource ? "source lines" : "target lines";
  return concat(what, " ", rule.phrase, *rule.setting == '\0' ? "" : concat(" <code>", rule.setting, "</code>"));
}

std::string defects_html(const CorpusReport& report) {
  if (report.first_defects().empty()) return "";
  std::string items = "<ul>\n";
  for (const auto& [line, problem] : report.first_defects()) {
    items += concat("<li>", line, ": ", escaped(problem), "</li>\n");
  }
  return details("Why pairs could not be read, by line", items + "</ul>\n", /*is_open=*/false);
}

std::string rules_table(const CorpusReport& report, const DataConfig& config) {
  Table table{"What the rules found", {"Rule", "Effect", "Found", "First lines"}, {}};
  for (const RuleInfo& each : all_rules()) {
    for (const Side side : {Side::kSource, Side::kTarget, Side::kPair}) {
      const RuleHits& hits = report.hits(each.rule, side);
      if (hits.count() == 0) continue;
      table.rows.push_back({rule_label(each, side), effect_text(effect(each.rule, config)),
                            count_and_share(hits.count(), report.pairs_read()), lines_cell(hits)});
    }
  }
  return table.rows.empty() ? "<p class=\"none\">No rule found anything.</p>\n" : table_html(table);
}

std::string links_table(const CorpusReport& report) {
  if (!report.corpus().alignment) return "";
  const auto row = [&](const std::string& label, LinksFate fate) {
    const RuleHits& hits = report.links(fate);
    return std::vector<std::string>{label, count_and_share(hits.count(), report.pairs_kept()), lines_cell(hits)};
  };
  Table table{"Links of the pairs kept, for guided alignment", {"Pairs", "Found", "First lines"}, {}};
  table.rows.push_back(row("linked", LinksFate::kUsed));
  table.rows.push_back(row("without links in the file", LinksFate::kBlank));
  for (const auto& reason : left_out_links()) {
    if (report.links(reason.fate).count() == 0) continue;
    table.rows.push_back(row(concat("without their links, which ", reason.phrase), reason.fate));
  }
  return table_html(table);
}

std::string reasons_table(const CorpusReport& report) {
  if (report.pairs_dropped() == 0) return "";
  Table table{"Why pairs were dropped: the first rule that drops", {"Rule", "Pairs"}, {}};
  for (const RuleInfo& each : all_rules()) {
    if (report.dropped_by(each.rule) == 0) continue;
    table.rows.push_back({concat(each.of_pair ? "pairs " : "a side ", each.phrase),
                          count_and_share(report.dropped_by(each.rule), report.pairs_read())});
  }
  return table_html(table);
}

// Pieces in buckets that grow with the length.
constexpr std::array<int64_t, 12> kBucketEnds = {5, 10, 15, 20, 30, 40, 60, 80, 120, 160, 256, 512};

size_t bucket_of(int64_t length) {
  return static_cast<size_t>(std::lower_bound(kBucketEnds.begin(), kBucketEnds.end(), length) - kBucketEnds.begin());
}

std::vector<double> in_buckets(const LengthCounts& counts, size_t buckets) {
  std::vector<double> values(buckets, 0.0);
  for (const auto& [length, count] : counts) values[bucket_of(length)] += static_cast<double>(count);
  return values;
}

std::string bucket_label(size_t bucket) {
  const int64_t first = bucket == 0 ? 1 : kBucketEnds[bucket - 1] + 1;
  return bucket == kBucketEnds.size() ? concat("over ", first - 1) : concat(first, "–", kBucketEnds[bucket]);
}

std::string lengths_html(const CorpusReport& report, size_t number) {
  if (report.longer_sides().empty()) return "";
  const int64_t longest = report.longer_sides().rbegin()->first;
  BarChart chart{.id = concat("lengths-", number), .title = "Lengths of sentences", .categories_name = "pieces"};
  const size_t buckets = bucket_of(longest) + 1;
  for (size_t i = 0; i < buckets; ++i) chart.categories.push_back(bucket_label(i));
  chart.series = {{"source", in_buckets(report.source_lengths(), buckets)},
                  {"target", in_buckets(report.target_lengths(), buckets)}};
  return concat(bar_chart(chart),
                definition(concat("Of pairs with text on both sides, too long ones included. The longest side has ",
                                  grouped(longest), " pieces; <code>/data/max_length</code> = ",
                                  length_of_share(report.longer_sides(), 0.99), " would keep 99 % of the pairs.")));
}

std::string scripts_table(const CorpusReport& report) {
  Table table{"Chinese script of the lines kept", {"Side"}, {}};
  for (int script = 0; script < kNumHanScripts; ++script) {
    table.headers.emplace_back(name_of(static_cast<HanScript>(script)));
  }
  table.headers.insert(table.headers.end(), {"As a whole", "First mixed lines"});
  for (const auto& [side, counts] :
       {std::pair{"source", &report.source_script()}, {"target", &report.target_script()}}) {
    if (counts->characters.all() == 0) continue;
    std::vector<std::string> row = {side};
    for (const int64_t lines : counts->lines) row.push_back(grouped(lines));
    std::string mixed;
    for (const int64_t line : counts->first_mixed_lines) mixed += concat(mixed.empty() ? "" : ", ", line);
    row.insert(row.end(), {name_of(script_of_text(counts->characters)), mixed});
    table.rows.push_back(std::move(row));
  }
  if (table.rows.empty()) return "";
  return table_html(table) + definition("common: all its characters belong to both scripts; none: no Han character.");
}

Section corpus_section(const CorpusReport& report, double weight, size_t number, const DataConfig& config) {
  std::string body = paragraph(concat("Read as ", escaped(report.encoding()), ": ", grouped(report.pairs_read()),
                                      " pairs, ", count_and_share(report.pairs_kept(), report.pairs_read()), " kept, ",
                                      count_and_share(report.pairs_dropped(), report.pairs_read()), " dropped, ",
                                      grouped(report.pairs_altered()), " of the kept ones mended. Each comes ",
                                      decimal(weight, 2), " times in an epoch, on average."));
  body += reasons_table(report) + rules_table(report, config) + defects_html(report) + links_table(report) +
          lengths_html(report, number) + scripts_table(report);
  return {concat("corpus-", number), escaped(report.name()), body};
}

std::vector<std::string> total_row(const PreparationReport& report) {
  int64_t read = 0, kept = 0, dropped = 0, altered = 0;
  for (const CorpusReport& each : report.corpora) {
    read += each.pairs_read();
    kept += each.pairs_kept();
    dropped += each.pairs_dropped();
    altered += each.pairs_altered();
  }
  return {"<b>All</b>", grouped(read), grouped(kept), count_and_share(dropped, read), grouped(altered), ""};
}

Section overview(const PreparationReport& report) {
  Table table{"Corpora", {"Corpus", "Read", "Kept", "Dropped", "Mended", "Weight"}, {}};
  for (size_t i = 0; i < report.corpora.size(); ++i) {
    const CorpusReport& each = report.corpora[i];
    const std::string name = escaped(each.name());
    table.rows.push_back({i < kMostSections ? concat("<a href=\"#corpus-", i, "\">", name, "</a>") : name,
                          grouped(each.pairs_read()), grouped(each.pairs_kept()),
                          count_and_share(each.pairs_dropped(), each.pairs_read()), grouped(each.pairs_altered()),
                          decimal(report.weights[i], 2)});
  }
  if (report.corpora.size() > 1) table.rows.push_back(total_row(report));
  std::string body = table_html(table);
  body += paragraph(concat("An epoch holds ", grouped(report.epoch.pairs), " pairs with ",
                           grouped(report.epoch.source_pieces), " source and ", grouped(report.epoch.target_pieces),
                           " target pieces."));
  for (const std::string& line : report.vocabulary) body += paragraph(concat("Vocabulary, ", escaped(line), "."));
  if (report.duplicates_forgotten > 0) {
    body += paragraph(concat("The memory for finding duplicates was used up: ", grouped(report.duplicates_forgotten),
                             " pairs were not remembered."));
  }
  return {"overview", "Overview", body};
}

}  // namespace

std::string report_to_html(const PreparationReport& report, const DataConfig& config) {
  std::vector<Section> sections = {overview(report)};
  for (size_t i = 0; i < std::min(kMostSections, report.corpora.size()); ++i) {
    sections.push_back(corpus_section(report.corpora[i], report.weights[i], i, config));
  }
  const std::string languages =
      concat("<p class=\"quiet\">", escaped(config.source_language), " → ", escaped(config.target_language), "</p>\n");
  return document("Training corpora", languages, sections);
}

}  // namespace tfm
