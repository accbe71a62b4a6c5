#include "codec/text_codec.h"

#include <algorithm>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {

int32_t tag_piece(const Tokenizer& tokenizer, const std::string& tag) {
  for (const int32_t id : tokenizer.encode(tag)) {  // a blank may stand before it
    if (tokenizer.piece(id) == tag) return id;
  }
  throw UserError(concat("the vocabulary has no piece ", tag,
                         " for this tag; learn it with corpora that have the tag, ",
                         "or with the tag in /tokenizer/symbols"));
}

TextCodec::TextCodec(Tokenizers tokenizers, const DataConfig& config, const std::optional<std::string>& tag)
    : tokenizers_(std::move(tokenizers)),
      source_policy_(chinese_policy(config.source_text, config.source_language)),
      target_policy_(chinese_policy(config.target_text, config.target_language)),
      target_language_(config.target_language) {
  if (tag) tag_ = tag_piece(*tokenizers_.source, *tag);
}

std::vector<int32_t> TextCodec::encode_source(const std::string& text) const {
  auto pieces = tokenizers_.source->encode(source_policy_(text));
  if (tag_ && !pieces.empty()) pieces.insert(pieces.begin(), *tag_);
  return pieces;
}

PlacedSource TextCodec::place_source(const std::string& text) const {
  PlacedSource source{.text = source_policy_(text), .places = {}};
  source.places = tokenizers_.source->encode_with_places(source.text).places;
  if (tag_ && !source.places.empty()) source.places.insert(source.places.begin(), ByteSpan{});
  return source;
}

std::vector<int32_t> TextCodec::encode_target(const std::string& text) const {
  return tokenizers_.target->encode(target_policy_(text));
}

std::string TextCodec::decode_target(std::span<const int32_t> pieces) const {
  return target_policy_(tokenizers_.target->decode(pieces));
}

}  // namespace tfm
