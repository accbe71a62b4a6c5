// Lines of text in, lines of text out: one for one, in order, whatever they hold.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "config/config.h"
#include "data/text_codec.h"
#include "decoding/terminology.h"
#include "decoding/transformer_steps.h"
#include "model/transformer.h"

namespace tfm {

// The first that applies, in this order.
enum class LineStatus {
  kBlank,       // nothing to translate: the output is empty
  kTruncated,   // the source was longer than decoding.max_source_length (or learned positions); its end is left out
  kUnfinished,  // the translation met its length limit before the end mark
  kEmpty,       // the model gave pieces that spell nothing
  kRepaired,    // bytes that were not UTF-8 were replaced
  kOk
};
const char* name_of(LineStatus status);

struct ScoredTranslation {
  std::string text;
  double score = 0.0;                        // see search/hypothesis.h
  double log_prob = 0.0;                     // sum over the pieces, end mark included
  int64_t tokens = 0;                        // pieces, end mark included
  std::vector<int32_t> pieces;               // without it
  std::vector<double> token_log_probs = {};  // of the pieces, and of the end mark where there is one
};

struct Translation {
  LineStatus status = LineStatus::kBlank;
  std::vector<ScoredTranslation> nbest;  // best first; one empty text for a blank line
  std::vector<int32_t> source_pieces;    // what was translated; empty for a blank line
  std::vector<TermResult> terms = {};    // of the source line, where translating with terms
  const std::string& text() const { return nbest.front().text; }
};

// A line, cleaned as text/unicode.h does it.
struct SourceLine {
  std::string text;
  bool repaired = false;
  std::string prefix = {};  // that the translation begins with
};

class Translator {
 public:
  // `model` must be on `device`; it is shared, not copied.
  Translator(Transformer model, TextCodec codec, const DecodingConfig& config, at::Device device, int64_t num_best = 1);

  // Translates with these from here on: one with the attention that a coverage penalty should look at, or an ensemble
  // with the constructor's vocabulary. All must be on the device.
  void use_models(std::vector<DecodingModel> models) { models_ = std::move(models); }
  // Sequences of pieces that no translation has from here on.
  void forbid(std::vector<std::vector<int32_t>> sequences);

  // Puts these terms into all translations from here on; not where sampling.
  void use_terms(std::shared_ptr<Terminology> terms) { terminology_ = std::move(terms); }

  // Calls `check` before each step of a search from here on; what it throws ends translate().
  void check_each_step(std::function<void()> check) { search_options_.before_step = std::move(check); }

  // Batches them by length, at most decoding.batch_size together. `translated` is called after each batch with the
  // number of lines it held. Where sampling, a line's draws depend on how many lines this object was given before.
  std::vector<Translation> translate(const std::vector<SourceLine>& lines,
                                     const std::function<void(int64_t)>& translated = {});

 private:
  struct EncodedLine;
  int64_t most_positions() const;
  int64_t most_source_pieces() const;
  std::vector<EncodedLine> encode_lines(const std::vector<SourceLine>& lines, std::vector<Translation>& results) const;
  std::vector<std::vector<Hypothesis>> search(const std::vector<EncodedLine>& lines, std::size_t begin,
                                              std::size_t end);
  std::vector<std::vector<Hypothesis>> search_models(const std::vector<std::vector<int32_t>>& sources,
                                                     const std::vector<SentenceTask>& tasks);
  Translation to_translation(const EncodedLine& line, const std::vector<Hypothesis>& hypotheses);
  void copy_unknown_words_into(Translation& translation, const std::string& source);

  std::vector<DecodingModel> models_;
  TextCodec codec_;
  DecodingConfig config_;
  at::Device device_;
  SearchOptions search_options_;
  std::shared_ptr<Terminology> terminology_ = {};
  uint64_t lines_before_ = 0;  // given to earlier calls
};

}  // namespace tfm
