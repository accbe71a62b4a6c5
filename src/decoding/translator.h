// Lines of text in, lines of text out: one for one, in order, whatever they hold.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "config/config.h"
#include "data/text_codec.h"
#include "decoding/beam_search.h"
#include "decoding/translation.h"
#include "model/transformer.h"

namespace tfm {

// A line, cleaned as text/unicode.h does it.
struct SourceLine {
  std::string text;
  bool repaired = false;
  int64_t number = 0;  // in the file, for messages; 0: unknown
};

class Translator {
 public:
  // `model` must be on `device`; it is shared, not copied.
  Translator(Transformer model, TextCodec codec, const DecodingConfig& config, at::Device device, int64_t num_best = 1);

  // Calls `check` before each step of a search from here on; what it throws ends translate().
  void check_each_step(std::function<void()> check) { search_options_.before_step = std::move(check); }

  // Batches them by length, at most decoding.batch_size together, and fewer from then on where memory runs out.
  // `translated` is called after each batch with the number of lines that it completed. UserError (kFailed) naming the
  // line when memory doesn't suffice for one alone.
  std::vector<Translation> translate(const std::vector<SourceLine>& lines,
                                     const std::function<void(int64_t)>& translated = {});

 private:
  struct Part;
  struct Work;
  int64_t most_source_pieces() const;
  Work work_on(const std::vector<SourceLine>& lines) const;
  std::size_t batch_end(const Work& work, std::size_t begin) const;
  // Nothing where memory runs out.
  std::optional<std::vector<std::vector<Hypothesis>>> search_if_fits(const Work& work, std::size_t begin,
                                                                     std::size_t end);
  std::vector<std::vector<Hypothesis>> search(const Work& work, std::size_t begin, std::size_t end);
  void take_less(const Work& work, std::size_t begin, std::size_t end, const std::vector<SourceLine>& lines);
  PartTranslation to_translation(const std::vector<Hypothesis>& hypotheses) const;
  Translation result_of(const SourceLine& line, const LineParts& parts,
                        std::vector<PartTranslation> translations) const;

  Transformer model_;
  TextCodec codec_;
  DecodingConfig config_;
  at::Device device_;
  SearchOptions search_options_;
  int64_t most_positions_;  // of a batch: decoding.batch_tokens, or what memory allows
};

}  // namespace tfm
