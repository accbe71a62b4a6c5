#include "formats/wmt_pairs.h"

#include <vector>

#include "formats/record_lines.h"
#include "formats/segment_text.h"
#include "formats/wmt_xml.h"
#include "formats/xml_text.h"

namespace tfm {
namespace {

class WmtPairReader : public PairReader {
 public:
  explicit WmtPairReader(const CorpusConfig& corpus) {
    XmlText text(*corpus.file, corpus.encoding);
    encoding_ = text.stream().encoding();
    std::string xml;
    for (std::string piece = text.next(); !piece.empty(); piece = text.next()) xml += piece;
    segments_ = wmt_xml_pairs(xml, corpus.file->string());
  }

  std::optional<CleanPair> next() override {
    if (given_ == segments_.size()) return std::nullopt;
    const WmtPair& segment = segments_[given_++];
    CleanPair pair{clean_segment(segment.source), clean_segment(segment.target), segment.line, ""};
    if (pair.target.text.empty()) pair.defect = "not translated";
    return pair;
  }
  double share_read() const override { return share_of(static_cast<int64_t>(given_), std::ssize(segments_)); }
  std::string encoding() const override { return encoding_; }

 private:
  std::string encoding_;
  std::vector<WmtPair> segments_;
  size_t given_ = 0;
};

}  // namespace

std::unique_ptr<PairReader> open_wmt_pairs(const CorpusConfig& corpus) {
  return std::make_unique<WmtPairReader>(corpus);
}

}  // namespace tfm
