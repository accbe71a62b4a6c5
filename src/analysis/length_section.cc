#include <limits>

#include "analysis/section_parts.h"
#include "analysis/sections.h"
#include "core/concat.h"

namespace tfm::analysis {
namespace {

std::string label(const LengthBucket& bucket) {
  if (bucket.last == std::numeric_limits<int64_t>::max()) return concat("over ", bucket.first - 1);
  return bucket.first == bucket.last ? concat(bucket.first) : concat(bucket.first, "–", bucket.last);
}

template <typename Score>
BarChart chart(const Analysis& analysis, const char* id, const char* title, const Score& score) {
  BarChart result{.id = id, .title = title, .categories_name = "reference tokens", .decimals = 1, .full = 100.0};
  for (const auto& bucket : analysis.systems.front().lengths) result.categories.push_back(label(bucket));
  result.series = system_series(analysis, [&](const SystemFigures& system) {
    std::vector<double> values;
    for (const auto& bucket : system.lengths) values.push_back(score(bucket));
    return values;
  });
  return result;
}

Table table(const Analysis& analysis) {
  Table result{"Scores by length", {"Reference tokens", "Lines"}, {}};
  for (std::size_t i = 0; i < analysis.systems.size(); ++i) {
    for (const char* figure : {"BLEU", "chrF", "Brevity penalty", "Length ratio"}) {
      result.headers.push_back(lead(analysis, i) + figure);
    }
  }
  const auto& buckets = analysis.systems.front().lengths;  // the same ones for every system
  for (std::size_t i = 0; i < buckets.size(); ++i) {
    std::vector<std::string> row = {label(buckets[i]), grouped(buckets[i].segments)};
    for (const auto& system : analysis.systems) {
      const auto& [first, last, segments, bleu, chrf] = system.lengths[i];
      row.insert(row.end(), {decimal(bleu.score, 1), decimal(chrf, 1), decimal(bleu.brevity_penalty, 3),
                             decimal(length_ratio(bleu), 3)});
    }
    result.rows.push_back(row);
  }
  return result;
}

}  // namespace

Section length_section(const Analysis& analysis) {
  const auto bleu =
      chart(analysis, "length-bleu", "BLEU", [](const LengthBucket& bucket) { return bucket.bleu.score; });
  const auto chrf = chart(analysis, "length-chrf", "chrF", [](const LengthBucket& bucket) { return bucket.chrf; });
  return {"lengths", "Scores by sentence length",
          definition(concat("Lines by the number of tokens (BLEU's, tokenizer ", name_of(analysis.input.bleu.tokenize),
                            ") in the first reference; each group is scored as a corpus of its own, with BLEU's "
                            "effective order, so that short lines don't count as 0.")) +
              concat("<div class=\"columns\">", bar_chart(bleu), bar_chart(chrf), "</div>") +
              table_html(table(analysis))};
}

}  // namespace tfm::analysis
