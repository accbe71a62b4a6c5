#include "commands/forbidden_words.h"

#include <algorithm>

#include "commands/line_warnings.h"
#include "core/concat.h"
#include "core/error.h"
#include "decoding/forbidden_phrases.h"
#include "input/line_reader.h"
#include "text/unicode.h"

namespace tfm {

std::vector<std::vector<int32_t>> read_forbidden_words(const std::string& file, const Tokenizer& tokenizer) {
  const PhraseSpeller speller(tokenizer);
  std::vector<std::vector<int32_t>> sequences;
  LineReader reader(file);
  LineWarnings warnings(concat("--forbid ", file, ":"), concat(" (--forbid ", file, ")"));
  int64_t words = 0;
  while (const auto line = reader.next()) {
    if (is_blank(line->text)) continue;
    ++words;
    auto spellings = speller.spellings(line->text);
    if (spellings.empty()) {
      warnings.add("can't be spelled", reader.lines_read(),
                   concat("the vocabulary can't spell \"", line->text, "\", so that it can't come out anyway"));
    }
    std::ranges::move(spellings, std::back_inserter(sequences));
  }
  warnings.summarize();
  if (words == 0) throw UserError(concat("--forbid ", file, ": there is no word in it; give one on each line"));
  return sequences;
}

}  // namespace tfm
