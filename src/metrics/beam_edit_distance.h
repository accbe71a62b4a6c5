// Edit distance within a beam around the diagonal, as TER needs it: for a text and for many variants of it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tfm::metrics {

// What happens to the words of a hypothesis on the way to the reference: kInsertion adds a word of the reference.
enum class Edit : uint8_t { kNone, kSubstitution, kInsertion, kDeletion, kUndefined };

class BeamEditDistance {
 public:
  // Keeps the span.
  explicit BeamEditDistance(std::span<const uint32_t> reference) : reference_(reference) {}

  // Of a hypothesis, which becomes the one that edits() and of_variant() speak of.
  int64_t start(std::span<const uint32_t> hypothesis);
  // Its edits, from the first word on.
  std::vector<Edit> edits() const;
  // Of a text with as many words, of which the first `unchanged` are the hypothesis's.
  int64_t of_variant(std::span<const uint32_t> variant, std::size_t unchanged);

 private:
  struct Cell {
    int32_t cost;
    Edit edit;
  };

  std::size_t width() const { return reference_.size() + 1; }
  // Row `i` (after i words) from the one above.
  void fill_row(std::size_t i, std::size_t words, uint32_t word, const Cell* above, Cell* row) const;

  std::span<const uint32_t> reference_;
  std::size_t words_ = 0;
  std::vector<Cell> rows_;     // [words + 1, width] of the hypothesis
  std::vector<Cell> variant_;  // two rows
};

}  // namespace tfm::metrics
