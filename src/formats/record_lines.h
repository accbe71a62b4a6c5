// Readers whose records are lines: what they share.
#pragma once

#include <string>

#include "formats/pair_reader.h"
#include "input/line_reader.h"

namespace tfm {

inline double share_of(int64_t consumed, int64_t bytes) {
  return bytes > 0 ? static_cast<double>(consumed) / static_cast<double>(bytes) : 0.0;
}

class LinePairReader : public PairReader {
 public:
  LinePairReader(const CorpusConfig& corpus, const DeclaredEncoding& declared = {})
      : lines_(*corpus.file, corpus.encoding, declared) {}
  double share_read() const override {
    return share_of(lines_.stream().bytes_consumed(), lines_.stream().file_bytes());
  }
  std::string encoding() const override { return lines_.stream().encoding(); }

 protected:
  // The line that was read last, without its text: what its marks say of both sides.
  CleanPair pair_of(const RawLine& line) const {
    CleanPair pair;
    pair.line = lines_.lines_read();
    copy_marks(line, pair);
    return pair;
  }
  static void copy_marks(const RawLine& line, CleanPair& pair) {
    pair.source.had_bom = line.had_bom;
    pair.source.had_carriage_return = pair.target.had_carriage_return = line.had_carriage_return;
  }

  LineReader lines_;
};

}  // namespace tfm
