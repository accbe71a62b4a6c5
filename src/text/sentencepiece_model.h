// What a SentencePiece model file says of its pieces, read from the file's protocol buffer (sentencepiece_model.proto).
// SentencePiece's installed headers tell neither the model's type nor which pieces are user-defined.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tfm {

// The values are those of the file.
enum class ModelType { kUnigram = 1, kBpe = 2, kWord = 3, kChar = 4 };
enum class PieceType { kNormal = 1, kUnknown = 2, kControl = 3, kUserDefined = 4, kUnused = 5, kByte = 6 };

struct ModelPiece {
  std::string text;
  float score = 0.0F;  // unigram: log-probability; BPE: minus the number of the merge that makes the piece
  PieceType type = PieceType::kNormal;
};

struct SentencePieceModel {
  ModelType type = ModelType::kUnigram;
  std::vector<ModelPiece> pieces;   // by id
  bool changes_characters = false;  // has a table of replacements, such as NFKC's; white space is not meant
};

// `bytes` are those of a model that SentencePiece takes. std::runtime_error where they are no protocol buffer.
SentencePieceModel read_sentencepiece_model(std::string_view bytes);

// The byte that a byte piece, such as "<0xE7>", stands for; nothing for text of another form.
std::optional<char> byte_of(std::string_view piece);

}  // namespace tfm
