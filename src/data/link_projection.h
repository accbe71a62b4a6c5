// From links between words, as an aligner gives them, to links between pieces.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "cleaning/corpus_report.h"
#include "text/character_spans.h"
#include "text/pharaoh.h"
#include "text/tokenizer.h"
#include "text/unicode.h"

namespace tfm {

// One side of a pair as it stands in the file: before a text policy rewrites it.
struct SideWords {
  std::vector<CharacterSpan> words;
  int64_t characters = 0;
  bool are_clear = true;  // false: aligners disagree on what a word is, for white space other than blanks and tabs
};
SideWords words_of(const CleanLine& line);

// The same side as it was encoded.
struct SidePieces {
  std::vector<CharacterSpan> pieces;
  int64_t characters = 0;
};
SidePieces pieces_of(std::string_view text, const EncodedText& encoded);

// Both sides of a pair.
template <typename Side>
struct BothSides {
  Side source, target;
};

struct ProjectedLinks {
  Alignment links{};  // in the order that EncodedPair has them in; none unless they are used
  LinksFate fate = LinksFate::kBlank;
};

// Every piece that has a character of a source word is linked with every one of the target word. Words and pieces are
// matched by their characters, white space not counted; where rewriting changed how many there are, nothing is.
ProjectedLinks project_links(const Alignment& given, const BothSides<SideWords>& words,
                             const BothSides<SidePieces>& pieces);

// Of links that are between pieces as they are given.
ProjectedLinks piece_links(const Alignment& given, int64_t source_pieces, int64_t target_pieces);

}  // namespace tfm
