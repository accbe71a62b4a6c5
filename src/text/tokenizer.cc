#include "text/tokenizer.h"

#include <sentencepiece_processor.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/system_files.h"
#include "text/sentencepiece_text.h"
#include "text/unicode.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSharedFile = "shared.model";
constexpr const char* kSourceFile = "source.model";
constexpr const char* kTargetFile = "target.model";

// For calls that only a damaged program can make fail.
void require_ok(const sentencepiece::util::Status& status) {
  if (!status.ok()) throw std::runtime_error(concat("SentencePiece: ", status.ToString()));
}

[[noreturn]] void fail_incomplete(const fs::path& folder) {
  const bool has_source = fs::exists(folder / kSourceFile);
  if (!has_source && !fs::exists(folder / kTargetFile)) {
    throw UserError(concat(folder.string(), " holds no tokenizer (", kSharedFile, ", or ", kSourceFile, " and ",
                           kTargetFile, "); copy the model's folder whole, tokenizer included"));
  }
  throw UserError(concat(folder.string(), " holds ", has_source ? kSourceFile : kTargetFile, " but no ",
                         has_source ? kTargetFile : kSourceFile,
                         "; both sides need one: copy the model's folder whole"));
}

}  // namespace

struct Tokenizer::Impl {
  sentencepiece::SentencePieceProcessor processor;
  std::string model_bytes;
  std::string fingerprint;
  SpecialIds special_ids;
  std::vector<std::string> added_pieces;  // their ids follow the model's

  int64_t piece_count() const { return processor.GetPieceSize(); }
  int64_t id_or_added(int id, const std::string& added_piece);
  void find_special_ids();
  bool prints(int32_t id) const;
};

int64_t Tokenizer::Impl::id_or_added(int id, const std::string& added_piece) {
  if (id >= 0) return id;
  added_pieces.push_back(added_piece);
  return piece_count() + std::ssize(added_pieces) - 1;
}

void Tokenizer::Impl::find_special_ids() {
  special_ids.unk = processor.unk_id();
  special_ids.pad = id_or_added(processor.pad_id(), "<pad>");
  special_ids.bos = id_or_added(processor.bos_id(), "<s>");
  special_ids.eos = id_or_added(processor.eos_id(), "</s>");
}

// Control symbols may pass: SentencePiece itself prints nothing for them.
bool Tokenizer::Impl::prints(int32_t id) const { return id >= 0 && id < piece_count() && !processor.IsUnknown(id); }

Tokenizer::Tokenizer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;
Tokenizer::~Tokenizer() = default;

Tokenizer Tokenizer::load(const fs::path& model_file) { return from_bytes(read_file(model_file), model_file.string()); }

Tokenizer Tokenizer::from_bytes(std::string model_bytes, const std::string& name) {
  auto impl = std::make_unique<Impl>();
  if (!impl->processor.LoadFromSerializedProto(model_bytes).ok()) {
    throw UserError(concat(name, " is no SentencePiece model, or a damaged one (", model_bytes.size(),
                           " bytes); give the .model file that SentencePiece or tfm wrote, copied whole"));
  }
  impl->fingerprint = checksum(model_bytes);
  impl->model_bytes = std::move(model_bytes);
  impl->find_special_ids();
  return Tokenizer(std::move(impl));
}

std::vector<int32_t> Tokenizer::encode(std::string_view text) const {
  std::vector<int> ids;
  require_ok(impl_->processor.Encode(sentencepiece_text(std::string(text)), &ids));
  return ids;
}

EncodedText Tokenizer::encode_with_places(std::string_view text) const {
  EncodedText encoded;
  const auto proto = impl_->processor.EncodeAsImmutableProto(sentencepiece_text(std::string(text)));
  for (const auto& piece : proto.pieces()) {
    encoded.ids.push_back(static_cast<int32_t>(piece.id()));
    encoded.places.push_back({static_cast<int64_t>(piece.begin()), static_cast<int64_t>(piece.end())});
  }
  return encoded;
}

std::vector<std::string> Tokenizer::pieces(std::string_view text) const {
  std::vector<std::string> pieces;
  require_ok(impl_->processor.Encode(sentencepiece_text(std::string(text)), &pieces));
  return pieces;
}

std::vector<std::string> Tokenizer::plain_pieces(std::string_view text) const {
  std::vector<std::string> pieces;
  require_ok(impl_->processor.Encode(std::string(text), &pieces));
  return pieces;
}

std::string Tokenizer::decode(std::span<const int32_t> ids) const {
  std::vector<int> printed;
  std::copy_if(ids.begin(), ids.end(), std::back_inserter(printed), [this](int32_t id) { return impl_->prints(id); });
  std::string text;
  require_ok(impl_->processor.Decode(printed, &text));
  text = repair_utf8(text).text;  // a foreign model's pieces may be anything
  blank_controls(text);
  return text;
}

std::string Tokenizer::piece(int32_t id) const {
  if (id < 0 || id >= vocab_size()) throw std::out_of_range(concat("no piece has the id ", id));
  if (id < impl_->piece_count()) return impl_->processor.IdToPiece(id);
  return impl_->added_pieces[static_cast<size_t>(id - impl_->piece_count())];
}

int64_t Tokenizer::vocab_size() const { return impl_->piece_count() + std::ssize(impl_->added_pieces); }
const SpecialIds& Tokenizer::special_ids() const { return impl_->special_ids; }

std::string Tokenizer::describe_special_ids() const {
  const auto named = [&](const char* name, int64_t id) {
    return concat(name, " ", id, id >= impl_->piece_count() ? " (added)" : "");
  };
  const SpecialIds& ids = impl_->special_ids;
  return concat(named("pad", ids.pad), ", ", named("unk", ids.unk), ", ", named("bos", ids.bos), ", ",
                named("eos", ids.eos));
}

bool Tokenizer::has_piece(std::string_view piece) const {
  const auto& processor = impl_->processor;
  const int id = processor.PieceToId(piece);  // unk for what isn't there
  return id >= 0 && processor.IdToPiece(id) == piece && !processor.IsUnknown(id) && !processor.IsControl(id) &&
         !processor.IsByte(id) && !processor.IsUnused(id);
}

const std::string& Tokenizer::fingerprint() const { return impl_->fingerprint; }
const std::string& Tokenizer::model_bytes() const { return impl_->model_bytes; }

std::string Tokenizers::fingerprint() const {
  return shared() ? source->fingerprint() : source->fingerprint() + "+" + target->fingerprint();
}

bool Tokenizers::exist_in(const fs::path& folder) {
  return fs::exists(folder / kSharedFile) || (fs::exists(folder / kSourceFile) && fs::exists(folder / kTargetFile));
}

Tokenizers Tokenizers::load(const fs::path& folder) {
  const auto tokenizer = [&](const char* file) {
    return std::make_shared<const Tokenizer>(Tokenizer::load(folder / file));
  };
  if (!exist_in(folder)) fail_incomplete(folder);
  if (!fs::exists(folder / kSharedFile)) return {tokenizer(kSourceFile), tokenizer(kTargetFile)};
  const auto both = tokenizer(kSharedFile);
  return {both, both};
}

void Tokenizers::save(const fs::path& folder) const {
  make_folder(folder);
  // The other layout's files would make load() see a mixture.
  for (const char* file : {kSharedFile, kSourceFile, kTargetFile}) {
    if (shared() == (file == std::string_view(kSharedFile))) continue;
    if (const int error = remove_tree(folder / file)) fail_changing(concat("remove ", (folder / file).string()), error);
  }
  if (shared()) {
    write_file(folder / kSharedFile, source->model_bytes());
  } else {
    write_file(folder / kSourceFile, source->model_bytes());
    write_file(folder / kTargetFile, target->model_bytes());
  }
}

}  // namespace tfm
