#include "terms/piece_index.h"

#include <algorithm>

#include "terms/word_borders.h"
#include "text/code_points.h"
#include "text/sentencepiece_model.h"

namespace tfm {
namespace {

constexpr std::string_view kBlankMark = "\xE2\x96\x81";  // "▁"

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::string with_blanks(std::string_view piece) {
  std::string text;
  while (!piece.empty()) {
    const bool is_mark = piece.starts_with(kBlankMark);
    text += is_mark ? ' ' : piece.front();
    piece.remove_prefix(is_mark ? kBlankMark.size() : 1);
  }
  return text;
}

std::string surface_of(const ModelPiece& piece) {
  switch (piece.type) {
    case PieceType::kUnknown:
    case PieceType::kControl:
      return {};
    case PieceType::kByte:
      return {byte_of(piece.text).value_or('\0')};
    default:
      return with_blanks(piece.text);
  }
}

std::vector<std::string> surfaces_of(const Tokenizer& tokenizer) {
  std::vector<std::string> surfaces;
  for (const auto& piece : read_sentencepiece_model(tokenizer.model_bytes()).pieces) {
    surfaces.push_back(surface_of(piece));
  }
  surfaces.resize(static_cast<std::size_t>(tokenizer.vocab_size()));  // special symbols that the model lacks
  return surfaces;
}

}  // namespace

PieceIndex::PieceIndex(const Tokenizer& tokenizer) : PieceIndex(surfaces_of(tokenizer)) {}

PieceIndex::PieceIndex(std::vector<std::string> surfaces) : surfaces_(std::move(surfaces)) {
  for (std::size_t i = 0; i < surfaces_.size(); ++i) {
    const auto& surface = surfaces_[i];
    longest_ = std::max(longest_, surface.size());
    if (surface == " ") blank_piece_ = static_cast<int32_t>(i);
    if (!surface.empty() && !is_word_character(first_sequence(surface).code_point)) {
      beside_words_.push_back(static_cast<int32_t>(i));
    }
    for (std::size_t begin = 0; begin < surface.size(); ++begin) {
      if (begin > 0 && continues_character(surface[begin])) continue;
      suffixes_.push_back({static_cast<int32_t>(i), static_cast<uint32_t>(begin)});
      if (begin == 0) whole_.push_back(suffixes_.back());
    }
  }
  const auto by_text = [this](const Suffix& suffix) { return text_of(suffix); };
  std::ranges::stable_sort(whole_, {}, by_text);
  std::ranges::stable_sort(suffixes_, {}, by_text);
}

std::string_view PieceIndex::text_of(const Suffix& suffix) const {
  return std::string_view(surface(suffix.piece)).substr(suffix.begin);
}

void PieceIndex::visit_continuations(std::string_view rest, const Visit& visit_match) const {
  visit(whole_, rest, visit_match);
}
void PieceIndex::visit_beginnings(std::string_view text, const Visit& visit_match) const {
  visit(suffixes_, text, visit_match);
}

void PieceIndex::visit(const std::vector<Suffix>& sorted, std::string_view text, const Visit& visit_match) const {
  const auto by_text = [this](const Suffix& suffix) { return text_of(suffix); };
  for (std::size_t length = 1; length < text.size() && length <= longest_; ++length) {
    for (const auto& suffix : std::ranges::equal_range(sorted, text.substr(0, length), {}, by_text)) {
      visit_match({suffix.piece, suffix.begin, length});
    }
  }
  auto suffix = std::ranges::lower_bound(sorted, text, {}, by_text);
  for (; suffix != sorted.end() && text_of(*suffix).starts_with(text); ++suffix) {
    visit_match({suffix->piece, suffix->begin, text.size()});
  }
}

}  // namespace tfm
