#include "terms/term_spelling.h"

#include <algorithm>

#include "terms/word_borders.h"

namespace tfm {
namespace {

// The last character of `bytes`, not empty.
char32_t last_character(std::string_view bytes) { return decode_utf8(bytes).back(); }

}  // namespace

TermSpelling::TermSpelling(std::string_view term, const std::vector<int32_t>& usual, const PieceIndex& index)
    : bytes_(term), characters_(decode_utf8(term)) {
  find_offsets();
  find_shorter_matches();
  const auto cut = usual_cut(usual, index);
  plan_rests(index, cut);
  const bool blank_first = !usual.empty() && index.surface(usual.front()) == " ";
  at_border_ = plan_beginning(index, /*in_word=*/false, cut.front() - (blank_first ? 1 : 0));
  in_word_ = begins_in_word() ? plan_beginning(index, /*in_word=*/true, cut.front()) : at_border_;
}

void TermSpelling::find_offsets() {
  std::size_t offset = 0;
  for (const char32_t c : characters_) {
    offsets_.push_back(offset);
    offset += encode_utf8({&c, 1}).size();
  }
  offsets_.push_back(offset);
}

// --- The automaton ---------------------------------------------------------------------------------------------------

// What the text ends with besides: a beginning of the term that is an end of its first `progress` characters, and that
// begins no word in its middle.
void TermSpelling::find_shorter_matches() {
  const std::u32string_view term(characters_);
  shorter_.assign(characters_.size() + 1, 0);
  for (std::size_t progress = 2; progress <= term.size(); ++progress) {
    for (std::size_t length = progress - 1; length > 0; --length) {
      const auto begin = progress - length;
      if (begins_in_word() && is_word_character(term[begin - 1])) continue;
      if (term.substr(begin, length) != term.substr(0, length)) continue;
      shorter_[progress] = static_cast<Progress>(length);
      break;
    }
  }
}

TermSpelling::Progress TermSpelling::step(Progress progress, char32_t c, const TextEnd& before) const {
  if (progress == kMet) return kMet;
  if (progress == length() && !is_word_character(c)) return kMet;
  if (progress == length()) progress = shorter_[static_cast<std::size_t>(progress)];
  while (progress > 0 && characters_[static_cast<std::size_t>(progress)] != c) {
    progress = shorter_[static_cast<std::size_t>(progress)];
  }
  if (progress == 0) {
    const bool glued = begins_in_word() && before.is_in_word();
    if (glued || characters_.front() != c) return 0;
  }
  ++progress;
  return progress == length() && !ends_in_word() ? kMet : progress;
}

// --- How to go on ----------------------------------------------------------------------------------------------------

bool TermSpelling::may_begin(std::string_view surface, std::size_t begin, bool in_word) const {
  if (!begins_in_word()) return true;
  return begin == 0 ? !in_word : !is_word_character(last_character(surface.substr(0, begin)));
}

// A piece that has the end of the term may have more, unless that makes a longer word of it.
bool TermSpelling::may_go_on(std::string_view behind) const {
  return behind.empty() || !ends_in_word() || !is_word_character(first_sequence(behind).code_point);
}

// For each byte of the term, and its end: how many of the usual pieces follow where one ends, -1 elsewhere. At the
// first byte, all of them. Tokenizers put a blank in front.
std::vector<int64_t> TermSpelling::usual_cut(const std::vector<int32_t>& usual, const PieceIndex& index) const {
  std::string text;
  for (const int32_t piece : usual) text += index.surface(piece);
  const std::size_t blanks = text.starts_with(' ') ? 1 : 0;
  std::vector<int64_t> left(bytes_.size() + 1, -1);
  if (text.substr(blanks) != bytes_) return left;
  std::size_t end = 0;
  for (std::size_t i = 0; i < usual.size(); ++i) {
    end += index.surface(usual[i]).size();
    left[end - blanks] = std::ssize(usual) - static_cast<int64_t>(i) - 1;
  }
  left.front() = std::ssize(usual);
  return left;
}

// From the end on.
void TermSpelling::plan_rests(const PieceIndex& index, const std::vector<int64_t>& usual_left) {
  places_.resize(bytes_.size() + 1);
  places_.back().pieces_left = 0;
  for (std::size_t begin = bytes_.size() - 1; begin > 0; --begin) {
    std::vector<Way> ways;
    index.visit_continuations(std::string_view(bytes_).substr(begin), [&](const PieceIndex::Match& match) {
      const auto end = begin + match.shared;
      const auto behind = std::string_view(index.surface(match.piece)).substr(match.shared);
      if (end < bytes_.size() || may_go_on(behind)) ways.push_back({match.piece, places_[end].pieces_left});
    });
    places_[begin] = nearest(ways, usual_left[begin]);
  }
}

// A piece that first goes on with the word before it isn't counted: another term may need that word to end.
TermSpelling::Place TermSpelling::plan_beginning(const PieceIndex& index, bool in_word, int64_t usual) const {
  std::vector<Way> ways;
  index.visit_beginnings(bytes_, [&](const PieceIndex::Match& match) {
    const std::string_view surface = index.surface(match.piece);
    if (!may_begin(surface, match.begin, in_word)) return;
    if (match.shared == bytes_.size() && !may_go_on(surface.substr(match.begin + match.shared))) return;
    const bool is_counted = match.begin == 0 || !is_word_character(first_sequence(surface).code_point);
    ways.push_back({match.piece, places_[match.shared].pieces_left, is_counted});
  });
  if (in_word && index.blank_piece()) ways.push_back({*index.blank_piece(), at_border_.pieces_left});
  return nearest(ways, usual);
}

// Counted so that the usual pieces are among the advancing ones, even where fewer others would do.
TermSpelling::Place TermSpelling::nearest(const std::vector<Way>& ways, int64_t at_least) {
  Place place;
  for (const auto& way : ways) {
    if (way.is_counted) place.pieces_left = std::min(place.pieces_left, way.left + 1);
  }
  if (place.pieces_left >= kUnreachable) return {};
  place.pieces_left = std::max(place.pieces_left, at_least);
  for (const auto& way : ways) {
    if (way.left < place.pieces_left) place.advancing.push_back(way.piece);
  }
  return place;
}

// Null where the term has not begun, or would in the middle of a word.
const TermSpelling::Place* TermSpelling::place_within(Progress progress, const TextEnd& end) const {
  if (progress == 0 && begins_in_word() && is_word_character(end.last)) return nullptr;
  const auto begin = offsets_[static_cast<std::size_t>(progress)];
  const bool goes_on = std::string_view(bytes_).substr(begin).starts_with(end.partial);
  const auto there = begin + end.partial.size();
  return goes_on && there > 0 ? &places_[there] : nullptr;
}

// Of all that the text may be an unfinished spelling of, and of beginning anew.
const TermSpelling::Place& TermSpelling::nearest_place(Progress progress, const TextEnd& end, Next next) const {
  const Place* nearest = end.is_in_word() ? &in_word_ : &at_border_;
  for (;; progress = shorter_[static_cast<std::size_t>(progress)]) {
    const bool goes_on_in_word =
        progress < length() && is_word_character(characters_[static_cast<std::size_t>(progress)]);
    const Place* place = next == Next::kEndsWord && goes_on_in_word ? nullptr : place_within(progress, end);
    if (place != nullptr && place->pieces_left < nearest->pieces_left) nearest = place;
    if (progress == 0) return *nearest;
  }
}

int64_t TermSpelling::pieces_left(Progress progress, const TextEnd& end, Next next) const {
  return progress == kMet ? 0 : nearest_place(progress, end, next).pieces_left;
}

const std::vector<int32_t>& TermSpelling::advancing(Progress progress, const TextEnd& end, Next next) const {
  return nearest_place(progress == kMet ? length() : progress, end, next).advancing;
}

}  // namespace tfm
