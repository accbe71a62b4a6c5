#include "decoding/line_parts.h"

#include <optional>

#include "text/sentence_ends.h"
#include "text/split_text.h"
#include "text/unicode.h"

namespace tfm {
namespace {

std::string_view first_characters(std::string_view text, int64_t count) {
  if (std::ssize(text) <= count) return text;
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  size_t end = 0;
  for (; end < text.size() && (count > 0 || continues(text[end])); ++end) {
    if (!continues(text[end])) --count;
  }
  return text.substr(0, end);
}

class LineCutter {
 public:
  LineCutter(const TextCodec& codec, int64_t most_pieces, LongLines long_lines)
      : codec_(codec), most_(most_pieces), long_lines_(long_lines) {}

  void add(std::string_view text) {
    if (is_blank(text)) return;
    if (auto pieces = encode(text); fits(pieces)) return add_part(text, std::move(*pieces));
    parts_.too_long = true;
    if (long_lines_ == LongLines::kTruncate) return add_beginning(text);
    const auto measure = [this](std::string_view part) { return length(part); };
    for (const auto part : split_text(text, most_, measure)) {
      if (!is_blank(part)) add_beginning(part);
    }
  }

  LineParts take() { return std::move(parts_); }

 private:
  using Pieces = std::vector<int32_t>;

  // More characters than so many pieces can have are never encoded: the vocabulary would take memory for all of them.
  std::string_view possible(std::string_view text) const {
    return first_characters(text, kMostCharactersAPiece * most_);
  }
  // Nothing where the text is too long to be encoded.
  std::optional<Pieces> encode(std::string_view text) const {
    if (possible(text).size() < text.size()) return std::nullopt;
    return codec_.encode_source(std::string(text));
  }
  bool fits(const std::optional<Pieces>& pieces) const { return pieces && std::ssize(*pieces) <= most_; }
  int64_t length(std::string_view text) const {
    const auto pieces = encode(text);
    return pieces ? std::ssize(*pieces) : most_ + 1;
  }

  // As much of it as fits.
  void add_beginning(std::string_view text) {
    const auto beginning = possible(text);
    auto pieces = codec_.encode_source(std::string(beginning));
    if (std::ssize(pieces) > most_ || beginning.size() < text.size()) parts_.truncated = true;
    if (std::ssize(pieces) > most_) pieces.resize(static_cast<std::size_t>(most_));
    add_part(beginning, std::move(pieces));
  }

  void add_part(std::string_view text, Pieces pieces) {
    if (!pieces.empty()) parts_.parts.push_back({std::string(text), std::move(pieces)});
  }

  const TextCodec& codec_;
  const int64_t most_;
  const LongLines long_lines_;
  LineParts parts_;
};

}  // namespace

LineParts parts_of_line(const std::string& text, const TextCodec& codec, int64_t most_pieces,
                        const DecodingConfig& config) {
  LineCutter cutter(codec, most_pieces, config.long_lines);
  if (config.split_sentences) {
    for (const auto sentence : sentences_of(text)) cutter.add(sentence);
  } else {
    cutter.add(text);
  }
  return cutter.take();
}

}  // namespace tfm
