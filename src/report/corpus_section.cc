#include <algorithm>

#include "core/concat.h"
#include "page/html.h"
#include "report/sections.h"

namespace tfm::report {
namespace {

constexpr std::size_t kMostCorpora = 50;
constexpr const char* kFullReport =
    "<a href=\"data/report.html\">data/report.html</a> has every corpus with line numbers, lengths and scripts.";

std::vector<std::string> counts_row(const std::string& name_html, const PairCounts& pairs) {
  return {name_html, grouped(pairs.read), page::count_and_share(pairs.kept, pairs.read),
          page::count_and_share(pairs.dropped, pairs.read), page::count_and_share(pairs.altered, pairs.read)};
}

std::string corpora_table(const DataFigures& data) {
  page::Table table{"Pairs of the training corpora", {"Corpus", "Read", "Kept", "Dropped", "Altered"}, {}};
  for (std::size_t i = 0; i < std::min(kMostCorpora, data.corpora.size()); ++i) {
    table.rows.push_back(counts_row(page::escaped(data.corpora[i].name), data.corpora[i].pairs));
  }
  if (data.corpora.size() > 1) table.rows.push_back(counts_row("<b>All</b>", data.pairs));
  return page::table_html(table);
}

std::string rules_html(const CorpusFigures& corpus) {
  if (corpus.rules.empty()) return "";
  page::Table table{concat("What the rules found in ", corpus.name), {"Rule", "Effect", "Found"}, {}};
  for (const auto& [what, effect, count] : corpus.rules) {
    table.rows.push_back({page::escaped(what), page::escaped(effect), page::count_and_share(count, corpus.pairs.read)});
  }
  return page::details(concat("Rules: ", page::escaped(corpus.name)), page::table_html(table), /*is_open=*/false);
}

}  // namespace

page::Section corpus_section(const RunView& view) {
  if (!view.data) return {"corpora", "Corpora", "<p class=\"none\">data/report.json is not there.</p>\n"};
  const auto& data = *view.data;
  std::string body = corpora_table(data);
  for (std::size_t i = 0; i < std::min(kMostCorpora, data.corpora.size()); ++i) body += rules_html(data.corpora[i]);
  body += page::paragraph(concat("An epoch holds ", grouped(data.epoch_pairs), " pairs with ",
                                 grouped(data.epoch_source_pieces), " source and ", grouped(data.epoch_target_pieces),
                                 " target pieces. ", kFullReport));
  return {"corpora", "Corpora", body};
}

}  // namespace tfm::report
