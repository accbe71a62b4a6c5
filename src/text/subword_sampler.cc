#include "text/subword_sampler.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/concat.h"
#include "core/error.h"
#include "text/sentencepiece_model.h"
#include "text/unicode.h"

namespace tfm {
namespace {

// Which id stands for a character alone.
using CharacterIds = std::unordered_map<std::string_view, int32_t>;

bool is_exchangeable(const ModelPiece& piece) {
  return piece.type == PieceType::kNormal && !piece.text.empty() && is_valid_utf8(piece.text);
}

CharacterIds character_ids(const std::vector<ModelPiece>& pieces) {
  CharacterIds ids;
  for (size_t id = 0; id < pieces.size(); ++id) {
    const ModelPiece& piece = pieces[id];
    if (!is_exchangeable(piece) || first_character(piece.text).size() != piece.text.size()) continue;
    ids.emplace(piece.text, static_cast<int32_t>(id));
  }
  return ids;
}

// Nothing when a character is no piece of its own.
std::vector<int32_t> spell(std::string_view text, const CharacterIds& ids) {
  std::vector<int32_t> characters;
  while (!text.empty()) {
    const std::string_view character = first_character(text);
    const auto found = ids.find(character);
    if (found == ids.end()) return {};
    characters.push_back(found->second);
    text.remove_prefix(character.size());
  }
  return characters;
}

std::vector<SpelledPiece> spelled_pieces(const std::vector<ModelPiece>& pieces) {
  const CharacterIds ids = character_ids(pieces);
  std::vector<SpelledPiece> spelled;
  for (size_t id = 0; id < pieces.size(); ++id) {
    if (!is_exchangeable(pieces[id])) continue;
    auto characters = spell(pieces[id].text, ids);
    if (!characters.empty()) spelled.push_back({static_cast<int32_t>(id), pieces[id].score, std::move(characters)});
  }
  return spelled;
}

std::unique_ptr<const Segmenter> make_segmenter(ModelType type, const std::vector<SpelledPiece>& pieces,
                                                double strength) {
  if (type == ModelType::kUnigram) {
    if (strength >= 0.0 && strength <= 1e6) return unigram_segmenter(pieces, strength);
    throw UserError(
        concat("subword sampling from a unigram vocabulary takes an exponent from 0 to 1e6 (0.1 is usual), "
               "got ",
               strength));
  }
  if (type == ModelType::kBpe) {
    if (strength >= 0.0 && strength <= 1.0) return bpe_segmenter(pieces, strength);
    throw UserError(concat("BPE dropout is a probability from 0 to 1 (0.1 is usual), got ", strength));
  }
  throw UserError(concat("subword sampling needs a unigram or BPE vocabulary; this one is of SentencePiece's type ",
                         type == ModelType::kWord ? "word" : "char", ", which cuts a text in one way only"));
}

}  // namespace

SubwordSampler::SubwordSampler(const Tokenizer& tokenizer, double strength) {
  const SentencePieceModel model = read_sentencepiece_model(tokenizer.model_bytes());
  std::vector<SpelledPiece> pieces = spelled_pieces(model.pieces);
  segmenter_ = make_segmenter(model.type, pieces, strength);
  characters_.resize(model.pieces.size());
  for (SpelledPiece& piece : pieces) characters_[static_cast<size_t>(piece.id)] = std::move(piece.characters);
}

SubwordSampler::SubwordSampler(SubwordSampler&&) noexcept = default;
SubwordSampler& SubwordSampler::operator=(SubwordSampler&&) noexcept = default;
SubwordSampler::~SubwordSampler() = default;

bool SubwordSampler::stays(int32_t id) const {
  return id < 0 || id >= std::ssize(characters_) || characters_[static_cast<size_t>(id)].empty();
}

std::vector<int32_t> SubwordSampler::sample(std::span<const int32_t> ids, RandomStream stream) const {
  std::vector<int32_t> sampled, row;
  const auto finish_row = [&] {
    segmenter_->sample(row, stream, sampled);
    row.clear();
  };
  for (const int32_t id : ids) {
    if (stays(id)) {
      finish_row();
      sampled.push_back(id);
    } else {
      const auto& characters = characters_[static_cast<size_t>(id)];
      row.insert(row.end(), characters.begin(), characters.end());
    }
  }
  finish_row();
  return sampled;
}

}  // namespace tfm
