#include "commands/prefix_lines.h"

#include <algorithm>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {

PrefixLines::PrefixLines(const std::string& file, std::optional<int64_t> input_lines, const Tokenizer& tokenizer)
    : tokenizer_(tokenizer), file_(file), warnings_(concat("--prefix ", file, ":"), concat(" (--prefix ", file, ")")) {
  if (file.empty()) return;
  lines_ = count_lines(file);
  if (input_lines && *input_lines != lines_) counts_differ(std::to_string(*input_lines));
  reader_.emplace(file);
}

std::string PrefixLines::next() {
  if (!reader_) return "";
  auto line = reader_->next();
  if (!line) counts_differ(concat("more than ", given_));
  ++given_;
  const auto pieces = tokenizer_.encode(line->text);
  if (std::ranges::count(pieces, tokenizer_.special_ids().unk) > 0) {
    warnings_.add("can't be spelled", given_,
                  concat("the vocabulary can't spell all of \"", line->text, "\"; what it can't is left out"));
  }
  return std::move(line->text);
}

void PrefixLines::finish() {
  if (reader_ && given_ < lines_) counts_differ(std::to_string(given_));
  warnings_.summarize();
}

void PrefixLines::counts_differ(const std::string& input_lines) const {
  throw UserError(concat("--prefix ", file_, " has ", lines_, lines_ == 1 ? " line" : " lines", " but the input has ",
                         input_lines, "; give one line for each, empty where a translation may begin as it likes"));
}

}  // namespace tfm
