// Words and phrases that a translation may not have, as sequences of pieces.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "text/tokenizer.h"

namespace tfm {

class PhraseSpeller {
 public:
  static constexpr std::size_t kMostSpellings = 20'000;

  explicit PhraseSpeller(const Tokenizer& tokenizer);

  // Ways in which the vocabulary's pieces spell the phrase, after its normalization: at the beginning of a word, with
  // the word boundary mark, and without it. Han text has no words to end at: there, the first and the last piece may
  // also spell more than the phrase. At most kMostSpellings of each, those of fewest pieces first. None where pieces
  // can't spell it. A character that no piece has is spelled by its bytes, where the vocabulary has those.
  std::vector<std::vector<int32_t>> spellings(const std::string& phrase) const;

 private:
  using Pieces = std::vector<int32_t>;
  // The pieces that stand at each byte of the text, as id and length.
  struct PieceAt {
    int32_t id;
    std::size_t length;
  };
  using PiecesAt = std::vector<std::vector<PieceAt>>;
  PiecesAt pieces_at(const std::string& text) const;
  void add_bytes(const std::string& text, PiecesAt& at) const;
  // Pieces that spell more than the text's beginning, or than its end.
  void add_overlapping_pieces(const std::string& text, PiecesAt& at) const;
  std::vector<Pieces> pieces_around(const std::string& text) const;

  const Tokenizer& tokenizer_;
  std::unordered_map<std::string, int32_t> ids_;  // of what text can become
  std::size_t longest_ = 0;                       // bytes of a piece
  std::unordered_map<char, int32_t> byte_ids_;    // of byte pieces
};

}  // namespace tfm
