#include "formats/alignment_file.h"

#include "core/concat.h"
#include "core/error.h"

namespace tfm {
namespace {

// Of a line that is something else altogether.
std::string beginning(std::string_view text) {
  constexpr size_t kMostShown = 40;
  if (text.size() <= kMostShown) return std::string(text);
  size_t shown = kMostShown;  // no part of a character
  while (shown > 0 && (static_cast<unsigned char>(text[shown]) & 0xC0U) == 0x80U) --shown;
  return concat(text.substr(0, shown), "…");
}

}  // namespace

std::optional<Alignment> AlignmentReader::next() {
  const auto line = lines_.next();
  if (!line) return std::nullopt;
  auto alignment = parse_pharaoh(line->text);
  if (!alignment) {
    throw UserError(concat(file().string(), ":", lines_read(), ": \"", beginning(line->text),
                           "\" is no alignment; each line has links such as 0-0 1-2 (source-target, from 0), or none"));
  }
  return alignment;
}

int64_t count_alignments_left(AlignmentReader& reader) {
  const int64_t before = reader.lines_read();
  while (reader.next()) {
  }
  return reader.lines_read() - before;
}

void check_alignment_count(const std::filesystem::path& alignment, int64_t lines, const std::string& corpus,
                           int64_t pairs) {
  if (lines == pairs) return;
  throw UserError(concat(alignment.string(), " has ", lines, " lines but ", corpus, " ", pairs,
                         " pairs; an alignment needs one line for each pair, a blank one where nothing is linked"));
}

}  // namespace tfm
