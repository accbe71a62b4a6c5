// Lines of text in, lines of text out: one for one, in order, whatever they hold.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "codec/text_codec.h"
#include "config/config.h"
#include "decoding/batch_queue.h"
#include "decoding/decoding_model.h"
#include "decoding/terminology.h"
#include "decoding/translation.h"
#include "search/hypothesis.h"
#include "search/search_options.h"
#include "search/sentence_task.h"

namespace tfm {

// A line, cleaned as text/unicode.h does it.
struct SourceLine {
  std::string text;
  bool repaired = false;
  // In the file, from 1 on; 0: as if the lines that the translator has been given were one file. Messages name it, and
  // where sampling, a line's draws are a function of it.
  int64_t number = 0;
  std::string prefix = {};  // that the translation begins with
};

class Translator {
 public:
  // models: at least one, with the codec's vocabulary.
  Translator(std::vector<EnsembleMember> models, TextCodec codec, const DecodingConfig& config, int64_t num_best = 1);

  // Sequences of pieces that no translation has from here on.
  void forbid(std::vector<std::vector<int32_t>> sequences);
  // Puts these terms into all translations from here on; not where sampling.
  void use_terms(std::shared_ptr<Terminology> terms) { terminology_ = std::move(terms); }

  // Calls `check` before each step of a search from here on, maybe from several threads; what it throws ends
  // translate().
  void check_each_step(std::function<void()> check) { search_options_.before_step = std::move(check); }

  // Batches them by length, at most decoding.batch_size together, and fewer from then on where memory runs out.
  // `translated` is called after each batch with the number of lines that it completed, from one thread at a time.
  // UserError (kFailed) naming the line when memory doesn't suffice for one alone.
  std::vector<Translation> translate(const std::vector<SourceLine>& lines,
                                     const std::function<void(int64_t)>& translated = {});

 private:
  struct Part;
  struct Work;
  bool is_shareable() const;
  int64_t most_positions() const;
  int64_t most_source_pieces() const;
  Work work_on(const std::vector<SourceLine>& lines) const;
  SentenceTask task_of(const Work& work, std::size_t part) const;
  void translate_parts(Work& work, const std::function<void(int64_t)>& translated);
  // Nothing where memory runs out.
  std::optional<std::vector<std::vector<Hypothesis>>> search_if_fits(const Work& work, const ItemRange& batch);
  std::vector<std::vector<Hypothesis>> search(const Work& work, const ItemRange& batch);
  void take_less(const Work& work, const ItemRange& batch, BatchQueue& queue) const;
  std::vector<std::vector<Hypothesis>> search_models(const std::vector<std::vector<int32_t>>& sources,
                                                     const std::vector<SentenceTask>& tasks);
  PartTranslation to_translation(const Work& work, std::size_t part, const std::vector<Hypothesis>& hypotheses);
  void copy_unknown_words_into(ScoredTranslation& translation, const std::string& source,
                               const std::vector<int32_t>& source_pieces);
  Translation result_of(const SourceLine& line, const LineParts& parts,
                        std::vector<PartTranslation> translations) const;

  std::vector<EnsembleMember> models_;
  TextCodec codec_;
  DecodingConfig config_;
  SearchOptions search_options_;
  std::shared_ptr<Terminology> terminology_ = {};
  int64_t lines_before_ = 0;  // given to earlier calls
  int64_t most_in_batch_;     // source positions: decoding.batch_tokens, or what memory allows
};

}  // namespace tfm
