#include "decoding/unknown_words.h"

#include <algorithm>

#include "text/characters.h"
#include "text/code_points.h"

namespace tfm {
namespace {

bool is_mark(char32_t c) {
  return c < 0x80 && !is_latin(c) && !is_ascii_digit(c) && c > U' ';  // of ASCII, those that words end with
}

bool parts_words(char32_t c) { return is_white_space(c) || is_han(c) || is_in_cjk_block(c); }

std::u32string without_marks(std::u32string word) {
  const auto keep = [](char32_t c) { return !is_mark(c); };
  const auto first = std::ranges::find_if(word, keep);
  if (first == word.end()) return word;  // nothing but marks: they are what was unknown
  word.erase(word.begin(), first);
  while (!keep(word.back())) word.pop_back();
  return word;
}

// The word around bytes begin to end of the text.
std::string word_around(const std::string& text, const ByteSpan& span) {
  const auto at = [&](int64_t from, int64_t to) {
    return decode_utf8(
        std::string_view(text).substr(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from)));
  };
  auto before = at(0, span.begin), word = at(span.begin, span.end), after = at(span.end, std::ssize(text));
  std::erase_if(word, is_white_space);
  if (word.empty() || std::ranges::any_of(word, parts_words)) return encode_utf8(word);
  while (!before.empty() && !parts_words(before.back())) {
    word.insert(word.begin(), before.back());
    before.pop_back();
  }
  word.append(after.begin(), std::ranges::find_if(after, parts_words));
  return encode_utf8(without_marks(word));
}

// Latin words and numbers are kept apart.
void append(std::string& text, const std::string& more) {
  const auto joins = [](char32_t c) { return is_latin(c) || is_ascii_digit(c); };
  if (!text.empty() && !more.empty() && joins(decode_utf8(text).back()) && joins(decode_utf8(more).front()))
    text += ' ';
  text += more;
}

}  // namespace

bool has_unknown(const TextCodec& codec, const std::vector<int32_t>& pieces) {
  return std::ranges::count(pieces, codec.tokenizers().target->special_ids().unk) > 0;
}

std::string copy_unknown_words(const TextCodec& codec, const std::string& source, const std::vector<int32_t>& pieces,
                               const Alignment& alignment) {
  const auto placed = codec.place_source(source);
  std::string text;
  std::vector<int32_t> known;
  for (int32_t place = 0; place < std::ssize(pieces); ++place) {
    const int32_t piece = pieces[static_cast<std::size_t>(place)];
    if (piece != codec.tokenizers().target->special_ids().unk) {
      known.push_back(piece);
      continue;
    }
    append(text, codec.decode_target(known));
    known.clear();
    const auto link = std::ranges::find(alignment, place, &AlignmentLink::target);
    if (link != alignment.end() && link->source < std::ssize(placed.places)) {
      append(text, word_around(placed.text, placed.places[static_cast<std::size_t>(link->source)]));
    }
  }
  append(text, codec.decode_target(known));
  return text;
}

}  // namespace tfm
