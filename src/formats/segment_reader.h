// One file of two: its lines, or the <seg> elements of WMT's *.sgm.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "config/config.h"
#include "input/line_reader.h"

namespace tfm {

class SegmentReader {
 public:
  // kWmt: <seg> elements; kAuto: by the name; anything else: lines.
  SegmentReader(const std::filesystem::path& file, CorpusFormat format, TextEncoding encoding);

  struct Segment {
    CleanLine text;
    int64_t line = 0;
    std::string defect;
  };
  std::optional<Segment> next();

  bool is_sgml() const { return is_sgml_; }
  int64_t segments_read() const { return segments_read_; }
  const LineReader& lines() const { return lines_; }

 private:
  std::optional<Segment> next_element();

  LineReader lines_;
  bool is_sgml_;
  int64_t segments_read_ = 0;
};

}  // namespace tfm
