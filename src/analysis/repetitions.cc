#include "analysis/repetitions.h"

#include <optional>

#include "analysis/frequent_ngram.h"
#include "analysis/ranking.h"
#include "analysis/repeated_run.h"
#include "analysis/segments.h"
#include "metrics/python_string.h"

namespace tfm::analysis {
namespace {

std::string joined(const Tokens& tokens, const Vocabulary& vocabulary) {
  std::string text;
  for (const uint32_t token : tokens) text += (text.empty() ? "" : " ") + vocabulary.token(token);
  return text;
}

std::optional<Repetition> run_in(const std::string& hypothesis, const std::vector<std::string>& references) {
  const auto run = repeated_run(metrics::decode_utf8(hypothesis));
  if (!run) return std::nullopt;
  for (const auto& reference : references) {
    const auto own = repeated_run(metrics::decode_utf8(reference));
    if (own && own->pattern == run->pattern) return std::nullopt;
  }
  return Repetition{
      .pattern = metrics::encode_utf8(run->pattern), .times = run->times, .in_a_row = true, .share = run->share};
}

std::optional<Repetition> ngram_in(const Tokens& hypothesis, const std::vector<Tokens>& references,
                                   const Vocabulary& vocabulary) {
  const auto found = frequent_ngram(hypothesis, references, vocabulary);
  if (!found) return std::nullopt;
  return Repetition{.pattern = joined(found->ngram, vocabulary),
                    .times = found->times,
                    .in_references = found->in_references,
                    .share = static_cast<double>(found->excess_tokens()) / static_cast<double>(hypothesis.size())};
}

}  // namespace

Repetitions repetitions(const std::vector<std::string>& hypotheses, const References& references,
                        const std::vector<Tokens>& hypothesis_tokens,
                        const std::vector<std::vector<Tokens>>& reference_tokens, const Vocabulary& vocabulary) {
  std::vector<std::optional<Repetition>> found(hypotheses.size());
  for_each_segment(hypotheses.size(), [&](std::size_t i) {
    found[i] = run_in(hypotheses[i], references[i]);
    if (!found[i]) found[i] = ngram_in(hypothesis_tokens[i], reference_tokens[i], vocabulary);
  });
  Repetitions result;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!found[i]) continue;
    ++(found[i]->in_a_row ? result.in_a_row : result.scattered);
    found[i]->segment = i;
    result.clearest.push_back(*found[i]);
  }
  keep_first(result.clearest, kListed, [](const Repetition& a, const Repetition& b) {
    if (a.share != b.share) return a.share > b.share;
    return a.segment < b.segment;
  });
  return result;
}

}  // namespace tfm::analysis
