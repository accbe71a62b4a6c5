// What each piece of a vocabulary adds to a text, and which pieces begin, end or go on in a given way.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/tokenizer.h"

namespace tfm {

class PieceIndex {
 public:
  explicit PieceIndex(const Tokenizer& tokenizer);
  explicit PieceIndex(std::vector<std::string> surfaces);  // by id
  PieceIndex(const PieceIndex&) = delete;                  // it refers to its own surfaces
  PieceIndex& operator=(const PieceIndex&) = delete;

  // The bytes that a piece adds to a text, "▁" being a blank; none for special symbols. The blank at the very beginning
  // of a text isn't printed.
  const std::string& surface(int32_t piece) const { return surfaces_[static_cast<std::size_t>(piece)]; }
  int64_t size() const { return std::ssize(surfaces_); }
  std::optional<int32_t> blank_piece() const { return blank_piece_; }
  // Those that end a word before them: they begin with something else than a letter or digit.
  const std::vector<int32_t>& pieces_beside_words() const { return beside_words_; }

  // A piece whose surface, from byte `begin` on, is a proper beginning of some text (`shared` of its bytes), or begins
  // with all of it.
  struct Match {
    int32_t piece = 0;
    std::size_t begin = 0;
    std::size_t shared = 0;
  };
  using Visit = std::function<void(const Match&)>;
  // Pieces that go on with `rest`, from their first byte on. `rest` isn't empty.
  void visit_continuations(std::string_view rest, const Visit& visit) const;
  // Pieces in which `text` begins, at their first or a later character.
  void visit_beginnings(std::string_view text, const Visit& visit) const;

 private:
  struct Suffix {
    int32_t piece;
    uint32_t begin;
  };
  std::string_view text_of(const Suffix& suffix) const;
  void visit(const std::vector<Suffix>& sorted, std::string_view text, const Visit& visit) const;

  std::vector<std::string> surfaces_;
  std::optional<int32_t> blank_piece_ = std::nullopt;
  std::vector<int32_t> beside_words_ = {};
  std::vector<Suffix> whole_;     // each piece, sorted by its surface
  std::vector<Suffix> suffixes_;  // each piece from each of its characters on, sorted
  std::size_t longest_ = 0;       // surface, in bytes
};

}  // namespace tfm
