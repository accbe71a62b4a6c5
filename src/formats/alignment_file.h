// A file of word alignments beside a corpus: line n links the words of pair n.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "input/line_reader.h"
#include "text/pharaoh.h"

namespace tfm {

class AlignmentReader {
 public:
  // UserError when the file can't be opened.
  explicit AlignmentReader(const std::filesystem::path& file) : lines_(file) {}

  // Nothing at the end. UserError (file, line, what is wanted) when a line is not in Pharaoh's format.
  std::optional<Alignment> next();
  int64_t lines_read() const { return lines_.lines_read(); }
  const std::filesystem::path& file() const { return lines_.file(); }

 private:
  LineReader lines_;
};

// The lines left, each of them read.
int64_t count_alignments_left(AlignmentReader& reader);

// The UserError of an alignment file whose lines are not as many as the pairs beside it; nothing else. `corpus` names
// the pairs' file or files.
void check_alignment_count(const std::filesystem::path& alignment, int64_t lines, const std::string& corpus,
                           int64_t pairs);

}  // namespace tfm
