#include "text/sentencepiece_model.h"

#include <bit>
#include <charconv>
#include <cstdint>

#include "core/protobuf.h"

namespace tfm {
namespace {

constexpr uint32_t kModelPieces = 1, kModelTrainer = 2, kModelNormalizer = 3;
constexpr uint32_t kPieceText = 1, kPieceScore = 2, kPieceType = 3;
constexpr uint32_t kTrainerModelType = 3;
constexpr uint32_t kNormalizerTable = 2;

using protobuf::Field;
using protobuf::for_each_field;

ModelPiece read_piece(std::string_view message) {
  ModelPiece piece;
  for_each_field(message, [&](const Field& field) {
    if (field.number == kPieceText) piece.text = field.bytes;
    if (field.number == kPieceScore) piece.score = std::bit_cast<float>(static_cast<uint32_t>(field.value));
    if (field.number == kPieceType) piece.type = static_cast<PieceType>(field.value);
  });
  return piece;
}

}  // namespace

SentencePieceModel read_sentencepiece_model(std::string_view bytes) {
  SentencePieceModel model;
  const auto read_trainer = [&](const Field& field) {
    if (field.number == kTrainerModelType) model.type = static_cast<ModelType>(field.value);
  };
  const auto read_normalizer = [&](const Field& field) {
    if (field.number == kNormalizerTable) model.changes_characters = !field.bytes.empty();
  };
  for_each_field(bytes, [&](const Field& field) {
    if (field.number == kModelPieces) model.pieces.push_back(read_piece(field.bytes));
    if (field.number == kModelTrainer) for_each_field(field.bytes, read_trainer);
    if (field.number == kModelNormalizer) for_each_field(field.bytes, read_normalizer);
  });
  return model;
}

std::optional<char> byte_of(std::string_view piece) {
  constexpr std::string_view kBegin = "<0x";
  if (piece.size() != kBegin.size() + 3 || !piece.starts_with(kBegin) || piece.back() != '>') return std::nullopt;
  unsigned value = 0;
  const char* digits = piece.data() + kBegin.size();
  if (std::from_chars(digits, digits + 2, value, 16).ptr != digits + 2) return std::nullopt;
  return static_cast<char>(value);
}

}  // namespace tfm
