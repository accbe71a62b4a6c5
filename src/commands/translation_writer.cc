#include "commands/translation_writer.h"

#include <nlohmann/json.hpp>
#include <ostream>

namespace tfm {
namespace {

using Json = nlohmann::ordered_json;

void add_scores(Json& json, const ScoredTranslation& translation) {
  json["translation"] = translation.text;
  json["score"] = translation.score;
  json["log_prob"] = translation.log_prob;
  json["tokens"] = translation.tokens;
}

std::vector<std::string> piece_names(const Tokenizer& tokenizer, const std::vector<int32_t>& pieces) {
  std::vector<std::string> names;
  for (const int32_t piece : pieces) names.push_back(tokenizer.piece(piece));
  return names;
}

// The places that an alignment links are those of the pieces beside it.
void add_alignment(Json& json, const Translation& translation, const Alignment& alignment,
                   const Tokenizers& tokenizers) {
  json["alignment"] = pharaoh(alignment);
  json["source_pieces"] = piece_names(*tokenizers.source, translation.source_pieces);
  json["pieces"] = piece_names(*tokenizers.target, translation.nbest.front().pieces);
}

Json line_object(int64_t number, const std::string& source, const Translation& translation, bool with_nbest) {
  Json json;
  json["line"] = number;
  json["source"] = source;
  add_scores(json, translation.nbest.front());
  json["status"] = name_of(translation.status);
  if (with_nbest) {
    json["nbest"] = Json::array();
    for (const auto& entry : translation.nbest) add_scores(json["nbest"].emplace_back(), entry);
  }
  return json;
}

}  // namespace

void write_translation(std::ostream& out, const TranslationFormat& format, const Tokenizers& tokenizers, int64_t number,
                       const std::string& source, const Translation& translation, const Alignment& alignment) {
  if (format.json) {
    auto json = line_object(number, source, translation, format.nbest);
    if (format.alignment) add_alignment(json, translation, alignment, tokenizers);
    out << json.dump() << '\n';
  } else {
    out << translation.text() << (format.alignment ? " ||| " + pharaoh(alignment) : "") << '\n';
  }
}

}  // namespace tfm
