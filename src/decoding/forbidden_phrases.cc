#include "decoding/forbidden_phrases.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>

#include "text/characters.h"
#include "text/code_points.h"
#include "text/sentencepiece_model.h"
#include "text/unicode.h"

namespace tfm {
namespace {

const std::string kWordBoundary = "\u2581";
constexpr std::size_t kNoWay = std::numeric_limits<std::size_t>::max();

using Pieces = std::vector<int32_t>;

// The fewest pieces from each place to the end. at: the pieces that can stand at each.
template <typename PiecesAt>
std::vector<std::size_t> fewest_pieces(const PiecesAt& at) {
  std::vector<std::size_t> fewest(at.size() + 1, kNoWay);
  fewest.back() = 0;
  for (std::size_t begin = at.size(); begin-- > 0;) {
    for (const auto& piece : at[begin]) {
      const std::size_t rest = fewest[begin + piece.length];
      if (rest != kNoWay) fewest[begin] = std::min(fewest[begin], rest + 1);
    }
  }
  return fewest;
}

// From the first place to the end: of one piece, of two, and so on; `fewest_pieces` says where that can't end any more.
template <typename PiecesAt>
std::vector<Pieces> ways_to_spell(const PiecesAt& at, std::size_t most) {
  const auto fewest = fewest_pieces(at);
  std::vector<Pieces> ways;
  Pieces so_far;
  const std::function<void(std::size_t, std::size_t)> spell = [&](std::size_t begin, std::size_t pieces) {
    if (ways.size() >= most || fewest[begin] > pieces) return;
    if (begin == at.size()) {
      if (pieces == 0) ways.push_back(so_far);
      return;
    }
    for (const auto& piece : at[begin]) {
      if (pieces == 0) return;
      so_far.push_back(piece.id);
      spell(begin + piece.length, pieces - 1);
      so_far.pop_back();
    }
  };
  for (std::size_t pieces = fewest.front(); pieces <= at.size(); ++pieces) spell(0, pieces);  // kNoWay: none
  return ways;
}

}  // namespace

PhraseSpeller::PhraseSpeller(const Tokenizer& tokenizer) : tokenizer_(tokenizer) {
  for (int64_t id = 0; id < tokenizer.vocab_size(); ++id) {
    const auto piece = tokenizer.piece(static_cast<int32_t>(id));
    if (!tokenizer.has_piece(piece)) {
      if (const auto byte = byte_of(piece)) byte_ids_.emplace(*byte, static_cast<int32_t>(id));
      continue;
    }
    ids_.emplace(piece, static_cast<int32_t>(id));
    longest_ = std::max(longest_, piece.size());
  }
}

std::vector<std::vector<int32_t>> PhraseSpeller::spellings(const std::string& phrase) const {
  std::string text;
  for (const int32_t id : tokenizer_.encode(phrase)) {
    const auto piece = tokenizer_.piece(id);
    const auto byte = tokenizer_.has_piece(piece) ? std::nullopt : byte_of(piece);
    if (!byte && !tokenizer_.has_piece(piece)) return {};
    text += byte ? std::string(1, *byte) : piece;
  }
  if (text.starts_with(kWordBoundary)) text.erase(0, kWordBoundary.size());
  if (text.empty()) return {};
  auto at = pieces_at(text);
  const bool is_han_text = std::ranges::any_of(decode_utf8(text), is_han);
  if (is_han_text) add_overlapping_pieces(text, at);
  auto all = ways_to_spell(at, kMostSpellings);
  std::ranges::move(ways_to_spell(pieces_at(kWordBoundary + text), kMostSpellings), std::back_inserter(all));
  if (is_han_text) std::ranges::move(pieces_around(text), std::back_inserter(all));
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::ranges::stable_sort(all, {}, &Pieces::size);
  return all;
}

void PhraseSpeller::add_overlapping_pieces(const std::string& text, PiecesAt& at) const {
  for (const auto& [piece, id] : ids_) {
    for (std::size_t length = 1; length < std::min(piece.size(), text.size()); ++length) {
      if (piece.ends_with(text.substr(0, length))) at.front().push_back({id, length});
      if (piece.starts_with(text.substr(text.size() - length))) at[text.size() - length].push_back({id, length});
    }
  }
}

// That hold all of it.
std::vector<std::vector<int32_t>> PhraseSpeller::pieces_around(const std::string& text) const {
  std::vector<Pieces> found;
  for (const auto& [piece, id] : ids_) {
    if (piece.find(text) != std::string::npos) found.push_back({id});
  }
  return found;
}

PhraseSpeller::PiecesAt PhraseSpeller::pieces_at(const std::string& text) const {
  std::vector<std::vector<PieceAt>> found(text.size());
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    for (std::size_t length = 1; length <= std::min(longest_, text.size() - begin); ++length) {
      const auto piece = ids_.find(text.substr(begin, length));
      if (piece != ids_.end()) found[begin].push_back({piece->second, length});
    }
  }
  add_bytes(text, found);
  return found;
}

// Of the characters that no piece begins with.
void PhraseSpeller::add_bytes(const std::string& text, PiecesAt& at) const {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = begin + first_character(std::string_view(text).substr(begin)).size();
    const bool is_unknown = at[begin].empty();
    for (std::size_t i = begin; is_unknown && i < end; ++i) {
      if (const auto byte = byte_ids_.find(text[i]); byte != byte_ids_.end()) at[i].push_back({byte->second, 1});
    }
    begin = end;
  }
}

}  // namespace tfm
