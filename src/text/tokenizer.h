// Text to piece ids and back, through SentencePiece.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.h"
#include "text/character_spans.h"

namespace tfm {

// Ids as the model file has them. What a file lacks (often the padding) is given an id after its last piece.
struct SpecialIds {
  int64_t pad = 0;
  int64_t unk = 0;
  int64_t bos = 0;
  int64_t eos = 0;
};

// No piece is as long: text with more characters for each piece that it may have needn't be encoded to be too long.
inline constexpr int64_t kMostCharactersAPiece = 64;

struct EncodedText {
  std::vector<int32_t> ids;
  std::vector<ByteSpan> places;  // of each; of a character's byte pieces, all but the last are empty
};

// One SentencePiece model. Safe to use from several threads.
class Tokenizer {
 public:
  // UserError when the file is missing or is no SentencePiece model.
  static Tokenizer load(const std::filesystem::path& model_file);
  // The same from a model that is already in memory; `name` stands for it in messages.
  static Tokenizer from_bytes(std::string model_bytes, const std::string& name);
  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(Tokenizer&&) noexcept;
  ~Tokenizer();

  // Without bos and eos. Text never stands for a special symbol: "<s>" is three characters. The model's user-defined
  // symbols are found in text, and printed by decode(). Tab and NUL count as blanks.
  std::vector<int32_t> encode(std::string_view text) const;
  std::vector<std::string> pieces(std::string_view text) const;  // the same as strings
  // The same with the part of `text` that each piece was made of, whatever normalization made of its characters.
  EncodedText encode_with_places(std::string_view text) const;
  // What SentencePiece by itself makes of the text, tab and NUL included: for scores that are defined by it.
  std::vector<std::string> plain_pieces(std::string_view text) const;
  // Valid UTF-8 without line breaks or controls other than tab, which become blanks. Special, unknown and foreign ids
  // are left out; byte pieces that are no UTF-8 become U+FFFD.
  std::string decode(std::span<const int32_t> ids) const;
  std::string piece(int32_t id) const;  // std::out_of_range for an id past the vocabulary
  int64_t vocab_size() const;           // pieces and the ids that were added for missing special symbols
  const SpecialIds& special_ids() const;
  // For the log: "pad 8000 (added), unk 0, bos 1, eos 2".
  std::string describe_special_ids() const;
  // Whether text can become this piece: one of the model's that is no special symbol and no byte. To ask for a symbol
  // or tag that a given model should know.
  bool has_piece(std::string_view piece) const;
  const std::string& fingerprint() const;  // checksum of the model's bytes
  const std::string& model_bytes() const;  // to be stored beside the weights

 private:
  struct Impl;
  explicit Tokenizer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Source and target side. With a shared vocabulary both are the same object.
struct Tokenizers {
  std::shared_ptr<const Tokenizer> source;
  std::shared_ptr<const Tokenizer> target;
  bool shared() const { return source == target; }
  // Both fingerprints in one string: what a model's weights belong to.
  std::string fingerprint() const;

  // FOLDER/shared.model, or FOLDER/source.model and FOLDER/target.model. UserError naming the file that is missing.
  static Tokenizers load(const std::filesystem::path& folder);
  // Whether load() would find its files.
  static bool exist_in(const std::filesystem::path& folder);
  // Makes the folder; the files of an older vocabulary there are replaced.
  void save(const std::filesystem::path& folder) const;
};

// Gives the next sentence, or nothing at the end.
using SentenceSource = std::function<std::optional<std::string>()>;

struct TrainedTokenizer {
  std::string model_bytes;
  int64_t sentences_used = 0;     // within config.max_sentences and max_text_mib, a sample where there are more
  int64_t sentences_cut = 0;      // longer than 16 KiB: cut_text()'s parts count as sentences of their own
  int64_t sentences_skipped = 0;  // with U+2585, which SentencePiece keeps for itself
};

// Learns a vocabulary in this process (pad 0, unk 1, bos 2, eos 3). The same sentences and config give the same bytes.
// Blank sentences are passed over. UserError when there is no text, for symbols that can't be, and when vocab_size is
// too small for the text's characters (names the least that works) or too large for the text (names the most); `what`
// names the text.
TrainedTokenizer train_tokenizer(const TokenizerConfig& config, const SentenceSource& sentences,
                                 const std::string& what);

}  // namespace tfm
