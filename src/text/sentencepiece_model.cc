#include "text/sentencepiece_model.h"

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace tfm {
namespace {

constexpr uint32_t kModelPieces = 1, kModelTrainer = 2, kModelNormalizer = 3;
constexpr uint32_t kPieceText = 1, kPieceScore = 2, kPieceType = 3;
constexpr uint32_t kTrainerModelType = 3;
constexpr uint32_t kNormalizerTable = 2;

// A field as it stands in the file: a number, or the bytes of a string or of a message within.
struct Field {
  uint32_t number = 0;
  uint64_t value = 0;
  std::string_view bytes;
};

// Reads a message field by field (https://protobuf.dev/programming-guides/encoding).
class MessageReader {
 public:
  explicit MessageReader(std::string_view bytes) : rest_(bytes) {}

  bool done() const { return rest_.empty(); }
  Field next();

 private:
  uint64_t varint();
  uint64_t little_endian(size_t size);
  std::string_view take(size_t size);

  std::string_view rest_;
};

std::string_view MessageReader::take(size_t size) {
  if (size > rest_.size()) throw std::runtime_error("a SentencePiece model ends within a field");
  const std::string_view bytes = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return bytes;
}

uint64_t MessageReader::varint() {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const auto byte = static_cast<uint8_t>(take(1)[0]);
    value |= uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return value;
  }
  throw std::runtime_error("a SentencePiece model has a number of more than 64 bits");
}

uint64_t MessageReader::little_endian(size_t size) {
  uint64_t value = 0;
  int shift = 0;
  for (const char byte : take(size)) {
    value |= uint64_t{static_cast<uint8_t>(byte)} << shift;
    shift += 8;
  }
  return value;
}

Field MessageReader::next() {
  const uint64_t tag = varint();
  Field field{static_cast<uint32_t>(tag >> 3), 0, {}};
  switch (tag & 7) {
    case 0:
      field.value = varint();
      return field;
    case 1:
      field.value = little_endian(8);
      return field;
    case 2:
      field.bytes = take(varint());
      return field;
    case 5:
      field.value = little_endian(4);
      return field;
    default:
      throw std::runtime_error("a SentencePiece model has a field of an unknown kind");
  }
}

// Calls `visit` with each field of the message.
template <typename Visit>
void for_each_field(std::string_view message, Visit visit) {
  for (MessageReader reader(message); !reader.done();) visit(reader.next());
}

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

}  // namespace tfm
