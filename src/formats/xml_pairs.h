// What the readers of XML formats share.
#pragma once

#include <deque>
#include <string>

#include "formats/pair_reader.h"
#include "formats/xml_parser.h"
#include "formats/xml_text.h"

namespace tfm {

// Reads a file as far as is needed for the next pair: a derived class is told of the document and gives its pairs with
// add(). Names of elements come without a namespace's prefix.
class XmlPairReader : public PairReader, private XmlHandler {
 public:
  std::optional<CleanPair> next() final;
  double share_read() const final;
  std::string encoding() const final { return text_.stream().encoding(); }

 protected:
  // `root`: what the outermost element must be; UserError, also here, when it is another.
  XmlPairReader(const CorpusConfig& corpus, std::string root, std::string format_name);

  virtual void begin_element(std::string_view element, const XmlAttributes& attributes) = 0;
  virtual void end_element(std::string_view element) = 0;
  virtual void add_text(std::string_view text) = 0;

  void add(CleanPair pair) { ready_.push_back(std::move(pair)); }
  int64_t line() const { return parser_.line(); }
  std::string name() const { return text_.stream().file().string(); }

 private:
  void begin(std::string_view element, const XmlAttributes& attributes) final;
  void end(std::string_view element) final;
  void text(std::string_view text) final { add_text(text); }

  XmlText text_;
  XmlParser parser_;
  std::string root_, format_name_;
  bool in_document_ = false, ended_ = false;
  std::deque<CleanPair> ready_;
};

// The text of a segment that is being read, with what is dropped inside it.
class SegmentText {
 public:
  void open() {
    *this = SegmentText();
    is_open_ = true;
  }
  void close() { is_open_ = false; }
  bool is_open() const { return is_open_; }

  // An element inside: `is_code` when its content is not for readers.
  void begin_element(bool is_code) {
    if (is_code || dropped_depth_ > 0) ++dropped_depth_;
  }
  void end_element() {
    if (dropped_depth_ > 0) --dropped_depth_;
  }
  void add(std::string_view text);

  const std::string& text() const { return text_; }
  bool is_too_long() const { return is_too_long_; }

 private:
  std::string text_;
  bool is_open_ = false, is_too_long_ = false;
  int64_t dropped_depth_ = 0;
};

}  // namespace tfm
