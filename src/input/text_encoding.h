// Which encoding some bytes are in, and their way to UTF-8. An encoding goes by the name that iconv and logs use:
// "UTF-8", "UTF-16LE", "UTF-16BE", "GB18030", "BIG5-HKSCS".
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "config/config.h"

namespace tfm {

inline constexpr const char* kUtf8 = "UTF-8";

// Whether there are no bytes but those of ASCII.
bool is_ascii(std::string_view text);

// The encoding of a text by its beginning. A byte-order mark decides (of UTF-16, where what follows could be UTF-16);
// then whether the bytes are UTF-8, which they also are with some broken ones among them; then where NUL bytes stand
// (UTF-16); then whether they read as common Chinese characters of GB18030 or Big5. What is none of these is called
// UTF-8. `whole`: nothing follows `head`.
std::string detect_encoding(std::string_view head, bool whole);

// What the config's encoding means for a text that begins so.
std::string encoding_name(TextEncoding encoding, std::string_view head, bool whole);

// Text of another encoding, on its way to UTF-8. Each sequence that means nothing becomes the byte FF, which is no
// UTF-8: whoever mends the text counts it (clean_line makes it U+FFFD).
class Decoder {
 public:
  // UserError when this system can't convert from it.
  explicit Decoder(const std::string& encoding);
  // Appends what `bytes` say. A character that is cut off at their end waits for its rest.
  void decode(std::string_view bytes, std::string& text);
  // The text ends here.
  void finish(std::string& text);

 private:
  struct Converter;
  struct Close {
    void operator()(Converter* converter) const;
  };
  void convert(std::string& text);

  std::unique_ptr<Converter, Close> converter_;
  std::string pending_;
  size_t unit_ = 1;  // bytes that are passed over where nothing can be read
};

}  // namespace tfm
