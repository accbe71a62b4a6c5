// Text of both sides to pieces and back, as a model's config says: the text policy, then the vocabulary. Whatever
// trains, translates or scores goes through here, so that all of it sees the same text.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "chinese/text_policy.h"
#include "config/config.h"
#include "text/tokenizer.h"

namespace tfm {

// The piece that a corpus' tag is. UserError when the vocabulary has none.
int32_t tag_piece(const Tokenizer& tokenizer, const std::string& tag);

// A source and where its pieces stand in it.
struct PlacedSource {
  std::string text;              // after the text policy
  std::vector<ByteSpan> places;  // of each piece in it; a tag stands nowhere, at its beginning
};

// Several threads may use one object at once; copies share what is large.
class TextCodec {
 public:
  // `tag`: put before each source sentence. UserError when the vocabulary lacks it, or a conversion isn't there.
  TextCodec(Tokenizers tokenizers, const DataConfig& config, const std::optional<std::string>& tag = std::nullopt);

  // Pieces without marks, the tag included; none where the text policy and normalization leave nothing.
  std::vector<int32_t> encode_source(const std::string& text) const;
  // Of the pieces that encode_source gives.
  PlacedSource place_source(const std::string& text) const;
  std::vector<int32_t> encode_target(const std::string& text) const;
  std::string decode_target(std::span<const int32_t> pieces) const;
  const Tokenizers& tokenizers() const { return tokenizers_; }
  const std::string& target_language() const { return target_language_; }

 private:
  Tokenizers tokenizers_;
  ChineseNormalizer source_policy_, target_policy_;
  std::string target_language_;
  std::optional<int32_t> tag_;
};

}  // namespace tfm
