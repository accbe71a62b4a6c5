// A file of XML as pieces of text that a parser can take.
#pragma once

#include <string>

#include "input/text_stream.h"

namespace tfm {

// The encoding that the first line of an XML file declares; empty when it doesn't.
std::string encoding_declared_in_xml(std::string_view head);

class XmlText {
 public:
  XmlText(const std::filesystem::path& file, TextEncoding encoding);
  // The next piece, of whole characters and without byte-order mark; what XML doesn't allow is marked
  // (segment_text.h). Empty at the end.
  std::string next();
  const TextStream& stream() const { return stream_; }

 private:
  TextStream stream_;
  std::string cut_off_;  // the first bytes of a character
  bool at_start_ = true;
};

}  // namespace tfm
