#include "formats/xml_pairs.h"

#include "core/concat.h"
#include "core/error.h"
#include "formats/record_lines.h"
#include "formats/segment_text.h"

namespace tfm {
namespace {

std::string_view local_name(std::string_view element) {
  const auto colon = element.rfind(':');
  return colon == std::string_view::npos ? element : element.substr(colon + 1);
}

}  // namespace

XmlPairReader::XmlPairReader(const CorpusConfig& corpus, std::string root, std::string format_name)
    : text_(*corpus.file, corpus.encoding),
      parser_(*this, corpus.file->string()),
      root_(std::move(root)),
      format_name_(std::move(format_name)) {}

std::optional<CleanPair> XmlPairReader::next() {
  while (ready_.empty() && !ended_) {
    const std::string piece = text_.next();
    ended_ = piece.empty();
    parser_.parse(piece, ended_);
  }
  if (ready_.empty()) return std::nullopt;
  CleanPair pair = std::move(ready_.front());
  ready_.pop_front();
  return pair;
}

double XmlPairReader::share_read() const {
  return share_of(text_.stream().bytes_consumed(), text_.stream().file_bytes());
}

void XmlPairReader::begin(std::string_view element, const XmlAttributes& attributes) {
  const std::string_view local = local_name(element);
  if (!in_document_ && local != root_) {
    throw UserError(concat(name(), ":", line(), ": the file begins with <", element, ">, not with <", root_,
                           ">; is it ", format_name_, "?"));
  }
  in_document_ = true;
  begin_element(local, attributes);
}

void XmlPairReader::end(std::string_view element) { end_element(local_name(element)); }

void SegmentText::add(std::string_view text) {
  if (!is_open_ || dropped_depth_ > 0) return;
  is_too_long_ = is_too_long_ || std::ssize(text_) + std::ssize(text) > kMaxRecordBytes;
  if (!is_too_long_) text_ += text;
}

}  // namespace tfm
