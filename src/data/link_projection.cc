#include "data/link_projection.h"

#include <algorithm>
#include <tuple>

namespace tfm {
namespace {

// A word that was nothing but characters which reading a line takes out has left its blanks.
bool may_have_lost_a_word(const CleanLine& line) {
  const std::string& text = line.text;
  const bool has_spare_blank = text.starts_with(' ') || text.ends_with(' ') || text.find("  ") != std::string::npos;
  return line.removed_zero_width > 0 && has_spare_blank;
}

bool point_outside(const Alignment& links, int64_t sources, int64_t targets) {
  return std::ranges::any_of(links, [&](const auto& link) { return link.source >= sources || link.target >= targets; });
}

// [first, last) of the pieces that share a character with the word.
std::pair<int32_t, int32_t> pieces_in(const CharacterSpan& word, const std::vector<CharacterSpan>& pieces) {
  if (word.begin == word.end) return {0, 0};
  const auto first = std::ranges::upper_bound(pieces, word.begin, {}, &CharacterSpan::end);
  const auto last = std::ranges::lower_bound(pieces, word.end, {}, &CharacterSpan::begin);
  return {static_cast<int32_t>(first - pieces.begin()), static_cast<int32_t>(last - pieces.begin())};
}

ProjectedLinks in_order(Alignment links) {
  std::ranges::sort(links, {}, [](const AlignmentLink& link) { return std::tuple(link.target, link.source); });
  links.erase(std::unique(links.begin(), links.end()), links.end());
  const auto fate = links.empty() ? LinksFate::kBlank : LinksFate::kUsed;
  return {std::move(links), fate};
}

}  // namespace

SideWords words_of(const CleanLine& line) {
  SideWords side{.words = word_spans(line.text), .characters = count_visible_characters(line.text)};
  side.are_clear =
      line.replaced_controls == 0 && !may_have_lost_a_word(line) && side.words == python_word_spans(line.text);
  return side;
}

SidePieces pieces_of(std::string_view text, const EncodedText& encoded) {
  return {character_spans(text, encoded.places), count_visible_characters(text)};
}

ProjectedLinks project_links(const Alignment& given, const BothSides<SideWords>& words,
                             const BothSides<SidePieces>& pieces) {
  if (given.empty()) return {};
  if (!words.source.are_clear || !words.target.are_clear) return {.fate = LinksFate::kUnclear};
  if (point_outside(given, std::ssize(words.source.words), std::ssize(words.target.words))) {
    return {.fate = LinksFate::kOutside};
  }
  const bool same_characters =
      words.source.characters == pieces.source.characters && words.target.characters == pieces.target.characters;
  if (!same_characters) return {.fate = LinksFate::kRewritten};
  Alignment links;
  for (const auto& link : given) {
    const auto sources = pieces_in(words.source.words[static_cast<size_t>(link.source)], pieces.source.pieces);
    const auto targets = pieces_in(words.target.words[static_cast<size_t>(link.target)], pieces.target.pieces);
    for (int32_t target = targets.first; target < targets.second; ++target) {
      for (int32_t source = sources.first; source < sources.second; ++source) links.push_back({source, target});
    }
  }
  return in_order(std::move(links));
}

ProjectedLinks piece_links(const Alignment& given, int64_t source_pieces, int64_t target_pieces) {
  if (point_outside(given, source_pieces, target_pieces)) return {.fate = LinksFate::kOutside};
  return in_order(given);
}

}  // namespace tfm
