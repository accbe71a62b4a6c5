// One target term, and how far a text has got in spelling it, whatever pieces the text is made of.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "terms/piece_index.h"
#include "terms/text_end.h"

namespace tfm {

// A Knuth-Morris-Pratt automaton over characters that knows word borders, and for each of its states the pieces that
// bring the text nearer to the term.
class TermSpelling {
 public:
  // How many characters of the term the text ends with. All of them: the term is there unless a word goes on.
  using Progress = int32_t;
  static constexpr Progress kMet = -1;  // for good

  // `usual`: the pieces that the tokenizer itself spells the term with. The index is only used here.
  TermSpelling(std::string_view term, const std::vector<int32_t>& usual, const PieceIndex& index);

  // After one more character; `before` is the end of the text before it.
  Progress step(Progress progress, char32_t c, const TextEnd& before) const;
  bool waits_for_border(Progress progress) const { return progress == length(); }

  // What the next character may be.
  enum class Next { kAny, kEndsWord };  // kEndsWord: no letter or digit

  // How many pieces the rest takes: as the tokenizer would cut it where the text has been so far, with the fewest
  // pieces elsewhere. 0 where nothing is missing. A number of kUnreachable or more: no pieces spell the rest.
  int64_t pieces_left(Progress progress, const TextEnd& end, Next next = Next::kAny) const;
  // The same before the term has begun, wherever that is.
  int64_t pieces_in_all() const { return in_word_.pieces_left; }
  static constexpr int64_t kUnreachable = 1'000'000;

  // Pieces after each of which pieces_left() is smaller. There are always some while it is above 0 and reachable; with
  // kEndsWord, inside a word, some of them begin as it says.
  const std::vector<int32_t>& advancing(Progress progress, const TextEnd& end, Next next = Next::kAny) const;

 private:
  struct Place {
    int64_t pieces_left = kUnreachable;
    std::vector<int32_t> advancing = {};
  };
  struct Way {
    int32_t piece = 0;
    int64_t left = 0;        // behind it
    bool is_counted = true;  // else it may be taken, but the plan doesn't rely on it
  };
  Progress length() const { return static_cast<Progress>(characters_.size()); }
  bool begins_in_word() const { return is_word_character(characters_.front()); }
  bool ends_in_word() const { return is_word_character(characters_.back()); }
  bool may_begin(std::string_view surface, std::size_t begin, bool in_word) const;
  bool may_go_on(std::string_view behind) const;

  void find_offsets();
  void find_shorter_matches();
  std::vector<int64_t> usual_cut(const std::vector<int32_t>& usual, const PieceIndex& index) const;
  void plan_rests(const PieceIndex& index, const std::vector<int64_t>& usual_left);
  Place plan_beginning(const PieceIndex& index, bool in_word, int64_t usual) const;
  static Place nearest(const std::vector<Way>& ways, int64_t at_least);
  const Place* place_within(Progress progress, const TextEnd& end) const;
  const Place& nearest_place(Progress progress, const TextEnd& end, Next next) const;

  std::string bytes_;
  std::u32string characters_;
  std::vector<std::size_t> offsets_;  // of each character among the bytes, and of the end
  std::vector<Progress> shorter_;     // for each progress, the next shorter one that the text ends with as well
  std::vector<Place> places_;         // by bytes of the term that are there, from 1 on
  Place in_word_, at_border_;         // before it has begun
};

}  // namespace tfm
