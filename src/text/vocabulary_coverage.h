// What a vocabulary can't say: which characters of a text don't come back when it is encoded and decoded.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "text/tokenizer.h"

namespace tfm {

// A character that the tokenizer doesn't give back.
struct LostCharacter {
  std::string character;
  bool unknown = false;  // outside the vocabulary; else normalization replaces it
  std::string becomes;   // by what; nothing where it is unknown or removed
  int64_t count = 0;     // in lines that come back changed
  int64_t first_line = 0;
};

// Counts over texts. A line of known pieces costs almost nothing where the model leaves characters alone; any other is
// decoded and compared. White space is not compared: SentencePiece takes a row of it for one blank.
class VocabularyCoverage {
 public:
  explicit VocabularyCoverage(const Tokenizer& tokenizer);  // must stay

  // `ids` are tokenizer.encode(text); `line` counts from 1.
  void add(std::string_view text, std::span<const int32_t> ids, int64_t line);
  // The counts of another of the same tokenizer, for work shared by threads.
  void merge(const VocabularyCoverage& other);

  int64_t lines() const { return lines_; }
  int64_t pieces() const { return pieces_; }
  int64_t unknown_pieces() const { return unknown_pieces_; }  // a row of unknown characters is one
  int64_t lines_with_unknown() const { return lines_with_unknown_; }
  int64_t lines_changed() const {
    return lines_changed_;
  }  // that come back otherwise, those with unknown ones included
  // The most frequent first, at most `most`.
  std::vector<LostCharacter> lost_characters(size_t most = 20) const;

  // One sentence: "1,000 lines, 23,456 pieces, 12 of them unknown (0.05%); 988 lines (98.80%) come back as they are".
  std::string summary() const;
  // Which characters are lost and what would keep them, a sentence for each reason; none when every line comes back.
  std::vector<std::string> warnings() const;

 private:
  // What becomes of a character by itself, and how often it was met in lines that came back changed.
  struct Fate {
    bool lost = false;
    LostCharacter loss;
  };

  bool may_change(std::string_view text, bool has_unknown) const;
  void explain(std::string_view text, bool has_unknown, int64_t line);
  Fate fate_of(const std::string& character) const;
  std::vector<LostCharacter> sorted_losses() const;

  const Tokenizer& tokenizer_;
  bool normalizes_;
  int64_t lines_ = 0;
  int64_t pieces_ = 0;
  int64_t unknown_pieces_ = 0;
  int64_t lines_with_unknown_ = 0;
  int64_t lines_normalized_ = 0;   // with a character that normalization replaces
  int64_t lines_unexplained_ = 0;  // changed, though each character by itself comes back
  int64_t lines_changed_ = 0;
  std::unordered_map<std::string, Fate> fates_;
};

}  // namespace tfm
