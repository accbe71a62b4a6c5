#include <algorithm>
#include <iterator>
#include <map>
#include <optional>

#include "text/pair_table.h"
#include "text/segmenter.h"

namespace tfm {
namespace {

constexpr int32_t kNone = -1;

// A merge that may be done, between two neighbours as they were when it was found.
struct Candidate {
  float score = 0.0F;
  int32_t left = 0;  // places of the neighbours' first characters
  int32_t right = 0;
  int32_t left_id = 0;
  int32_t right_id = 0;
  int32_t merged_id = 0;
};

// For a heap: the greatest is the merge that was learnt first and, among equals, the leftmost.
bool comes_later(const Candidate& a, const Candidate& b) {
  return a.score < b.score || (a.score == b.score && a.left > b.left);
}

// A piece of the text; it stands at the place of its first character.
struct Symbol {
  int32_t id = 0;  // kNone where the character has gone into a piece to its left
  int32_t previous = kNone;
  int32_t next = kNone;
};

// As in SentencePiece, the candidates are taken in the order of their scores, and one is drawn for when its turn comes.
// A merge left out is gone for these two neighbours; what they become through merges with others is a new candidate.
// (The paper drops merges anew in each step, so that one left out may still be done later.)
class BpeSegmenter : public Segmenter {
 public:
  BpeSegmenter(const std::vector<SpelledPiece>& pieces, double dropout);
  void sample(std::span<const int32_t> characters, RandomStream& random, std::vector<int32_t>& ids) const override;

 private:
  class Text;

  PairTable merges_;           // (piece, piece) -> the piece of both
  std::vector<float> scores_;  // by id
  double dropout_;
};

BpeSegmenter::BpeSegmenter(const std::vector<SpelledPiece>& pieces, double dropout) : dropout_(dropout) {
  std::map<std::span<const int32_t>, int32_t, decltype([](auto a, auto b) {
             return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
           })>
      ids;
  for (const SpelledPiece& piece : pieces) {
    ids.emplace(piece.characters, piece.id);
    scores_.resize(std::max(scores_.size(), static_cast<size_t>(piece.id) + 1));
    scores_[static_cast<size_t>(piece.id)] = piece.score;
  }
  for (const SpelledPiece& piece : pieces) {
    const std::span<const int32_t> characters = piece.characters;
    for (size_t length = 1; length < characters.size(); ++length) {
      const auto left = ids.find(characters.first(length)), right = ids.find(characters.subspan(length));
      if (left != ids.end() && right != ids.end()) merges_.insert(left->second, right->second, piece.id);
    }
  }
}

// A text while its pieces grow.
class BpeSegmenter::Text {
 public:
  Text(const BpeSegmenter& segmenter, std::span<const int32_t> characters);

  void merge_all(RandomStream& random);
  void append_to(std::vector<int32_t>& ids) const;

 private:
  Symbol& at(int32_t place) { return symbols_[static_cast<size_t>(place)]; }
  std::optional<Candidate> candidate(int32_t left, int32_t right);
  void push(int32_t left, int32_t right);
  Candidate pop();
  void merge(const Candidate& candidate);

  const BpeSegmenter& segmenter_;
  std::vector<Symbol> symbols_;
  std::vector<Candidate> candidates_;  // a heap
};

BpeSegmenter::Text::Text(const BpeSegmenter& segmenter, std::span<const int32_t> characters) : segmenter_(segmenter) {
  symbols_.reserve(characters.size());
  candidates_.reserve(2 * characters.size());
  for (const int32_t character : characters) {
    const auto place = static_cast<int32_t>(symbols_.size());
    symbols_.push_back({character, place - 1, place + 1});
  }
  symbols_.back().next = kNone;
  for (int32_t right = 1; right < std::ssize(symbols_); ++right) {
    if (const auto found = candidate(right - 1, right)) candidates_.push_back(*found);
  }
  std::make_heap(candidates_.begin(), candidates_.end(), comes_later);
}

std::optional<Candidate> BpeSegmenter::Text::candidate(int32_t left, int32_t right) {
  if (left == kNone || right == kNone) return std::nullopt;
  const int32_t merged = segmenter_.merges_.find(at(left).id, at(right).id);
  if (merged == kNone) return std::nullopt;
  return Candidate{segmenter_.scores_[static_cast<size_t>(merged)], left, right, at(left).id, at(right).id, merged};
}

void BpeSegmenter::Text::push(int32_t left, int32_t right) {
  const auto found = candidate(left, right);
  if (!found) return;
  candidates_.push_back(*found);
  std::push_heap(candidates_.begin(), candidates_.end(), comes_later);
}

Candidate BpeSegmenter::Text::pop() {
  std::pop_heap(candidates_.begin(), candidates_.end(), comes_later);
  const Candidate best = candidates_.back();
  candidates_.pop_back();
  return best;
}

void BpeSegmenter::Text::merge(const Candidate& candidate) {
  Symbol& left = at(candidate.left);
  left.id = candidate.merged_id;
  left.next = at(candidate.right).next;
  at(candidate.right).id = kNone;
  if (left.next != kNone) at(left.next).previous = candidate.left;
  push(left.previous, candidate.left);
  push(candidate.left, left.next);
}

void BpeSegmenter::Text::merge_all(RandomStream& random) {
  while (!candidates_.empty()) {
    const Candidate best = pop();
    if (at(best.left).id != best.left_id || at(best.right).id != best.right_id) continue;  // merged with others since
    if (segmenter_.dropout_ > 0.0 && random.uniform() < segmenter_.dropout_) continue;
    merge(best);
  }
}

void BpeSegmenter::Text::append_to(std::vector<int32_t>& ids) const {
  for (int32_t place = 0; place != kNone; place = symbols_[static_cast<size_t>(place)].next) {
    ids.push_back(symbols_[static_cast<size_t>(place)].id);
  }
}

void BpeSegmenter::sample(std::span<const int32_t> characters, RandomStream& random, std::vector<int32_t>& ids) const {
  if (characters.empty()) return;
  Text text(*this, characters);
  text.merge_all(random);
  text.append_to(ids);
}

}  // namespace

std::unique_ptr<const Segmenter> bpe_segmenter(const std::vector<SpelledPiece>& pieces, double dropout) {
  return std::make_unique<BpeSegmenter>(pieces, dropout);
}

}  // namespace tfm
