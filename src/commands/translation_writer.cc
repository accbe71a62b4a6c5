#include "commands/translation_writer.h"

#include <array>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string_view>
#include <utility>

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

// As tfm score has them: end marks included.
void add_word_scores(Json& json, const ScoredTranslation& translation, const Tokenizer& tokenizer) {
  json["pieces"] = piece_names(tokenizer, translation.scored_pieces);
  json["token_log_probs"] = translation.token_log_probs;
}

void add_word_scores_of_all(Json& json, const Translation& translation, const Tokenizer& tokenizer) {
  add_word_scores(json, translation.nbest.front(), tokenizer);
  if (!json.contains("nbest")) return;
  for (std::size_t i = 0; i < translation.nbest.size(); ++i) {
    add_word_scores(json["nbest"][i], translation.nbest[i], tokenizer);
  }
}

Json line_object(int64_t number, const std::string& source, const Translation& translation, bool with_nbest) {
  Json json;
  json["line"] = number;
  json["source"] = source;
  add_scores(json, translation.nbest.front());
  json["status"] = name_of(translation.status);
  for (const auto& term : translation.terms) {
    json["terms"].push_back({{"source", term.source}, {"target", term.target}, {"met", term.met}});
  }
  if (with_nbest) {
    json["nbest"] = Json::array();
    for (const auto& entry : translation.nbest) {
      auto& of_entry = json["nbest"].emplace_back();
      add_scores(of_entry, entry);
      if (entry.unfinished) of_entry["unfinished"] = true;
    }
  }
  return json;
}

// JSON may hold U+0085, U+2028 and U+2029 as they are, and a piece of a vocabulary can: programs that read lines take
// them for line breaks, so they are written as escapes.
std::string on_one_line(std::string json) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kBreaks{
      {{"\xC2\x85", "\\u0085"}, {"\xE2\x80\xA8", "\\u2028"}, {"\xE2\x80\xA9", "\\u2029"}}};
  for (const auto& [bytes, escape] : kBreaks) {
    for (auto at = json.find(bytes); at != std::string::npos; at = json.find(bytes, at))
      json.replace(at, bytes.size(), escape);
  }
  return json;
}

}  // namespace

void write_translation(std::ostream& out, const TranslationFormat& format, const Tokenizers& tokenizers, int64_t number,
                       const std::string& source, const Translation& translation, const Alignment& alignment) {
  if (format.json) {
    auto json = line_object(number, source, translation, format.nbest);
    if (format.alignment) add_alignment(json, translation, alignment, tokenizers);
    if (format.word_scores) add_word_scores_of_all(json, translation, *tokenizers.target);
    out << on_one_line(json.dump(-1, ' ', false, Json::error_handler_t::replace)) << '\n';
  } else {
    out << translation.text() << (format.alignment ? " ||| " + pharaoh(alignment) : "") << '\n';
  }
}

}  // namespace tfm
