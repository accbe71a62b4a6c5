#include "data/parallel_corpus.h"

#include <algorithm>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <numeric>
#include <sstream>

#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;
using ManifestJson = nlohmann::ordered_json;

constexpr const char* kManifestFile = "corpus.json";  // written last: where it stands, the shards are whole
constexpr int kManifestVersion = 1;
constexpr int64_t kNarrowIds = 65'536;

std::string shard_name(size_t number) {
  std::ostringstream name;
  name << "shard-" << std::setw(5) << std::setfill('0') << number << ".bin";
  return name.str();
}

struct Manifest {
  std::string fingerprint;
  std::vector<int64_t> shards;   // pairs of each
  std::vector<int64_t> corpora;  // the same
};

[[noreturn]] void refuse_folder(const fs::path& folder, const std::string& reason) {
  throw UserError(concat(folder.string(), ": ", reason, "; delete it and prepare the data again"));
}

Manifest read_manifest(const fs::path& folder) {
  const fs::path file = folder / kManifestFile;
  const auto json = ManifestJson::parse(read_file(file), nullptr, /*allow_exceptions=*/false);
  try {
    if (json.at("version") != kManifestVersion) refuse_folder(folder, "encoded by another version of tfm");
    return {json.at("tokenizer"), json.at("shards"), json.at("corpora")};
  } catch (const ManifestJson::exception&) {
    refuse_folder(folder, concat(kManifestFile, " is damaged"));
  }
}

int64_t sum(const std::vector<int64_t>& counts) { return std::accumulate(counts.begin(), counts.end(), int64_t{0}); }

}  // namespace

ParallelCorpus ParallelCorpus::open(const fs::path& folder) {
  Manifest manifest = read_manifest(folder);
  ParallelCorpus corpus;
  for (size_t i = 0; i < manifest.shards.size(); ++i) {
    const auto& shard = corpus.shards_.emplace_back(folder / shard_name(i));
    if (shard.size() != manifest.shards[i]) {
      refuse_folder(shard.file(),
                    concat("has ", shard.size(), " pairs, and ", kManifestFile, " says ", manifest.shards[i]));
    }
    corpus.size_ += shard.size();
    corpus.shard_ends_.push_back(corpus.size_);
  }
  if (sum(manifest.corpora) != corpus.size_) refuse_folder(folder, concat(kManifestFile, " is damaged"));
  corpus.fingerprint_ = std::move(manifest.fingerprint);
  corpus.corpora_ = std::move(manifest.corpora);
  return corpus;
}

// Makes the number one within the shard.
const EncodedShard& ParallelCorpus::shard_of(int64_t& index) const {
  const auto end = std::upper_bound(shard_ends_.begin(), shard_ends_.end(), index);
  if (end != shard_ends_.begin()) index -= *std::prev(end);
  return shards_[static_cast<size_t>(end - shard_ends_.begin())];
}

PairLengths ParallelCorpus::lengths(int64_t index) const {
  const EncodedShard& shard = shard_of(index);
  return shard.lengths(index);
}

PairLengths ParallelCorpus::read(int64_t index, std::vector<int32_t>& ids) const {
  const EncodedShard& shard = shard_of(index);
  return shard.read(index, ids);
}

PairLengths ParallelCorpus::read(int64_t index, std::vector<int32_t>& ids, std::vector<AlignmentLink>& links) const {
  const EncodedShard& shard = shard_of(index);
  return shard.read(index, ids, links);
}

ParallelCorpusWriter::ParallelCorpusWriter(const fs::path& folder, Options options)
    : folder_(folder), options_(std::move(options)) {}

void ParallelCorpusWriter::add(std::span<const int32_t> source, std::span<const int32_t> target,
                               std::span<const AlignmentLink> links) {
  if (shard_ && shard_->pairs() == options_.pairs_a_shard) finish_shard();
  if (!shard_) {
    const uint32_t id_bytes = options_.vocab_size <= kNarrowIds ? 2 : 4;
    shard_.emplace(folder_.path() / shard_name(shard_pairs_.size()), id_bytes, options_.has_links);
  }
  shard_->add(source, target, links);
  ++pairs_;
}

void ParallelCorpusWriter::end_corpus() {
  corpora_.push_back(pairs_ - corpus_begin_);
  corpus_begin_ = pairs_;
}

void ParallelCorpusWriter::finish_shard() {
  shard_pairs_.push_back(shard_->pairs());
  shard_->finish();
  shard_.reset();
}

void ParallelCorpusWriter::finish() {
  if (shard_) finish_shard();
  if (corpus_begin_ < pairs_) end_corpus();
  const ManifestJson manifest = {{"version", kManifestVersion},
                                 {"tokenizer", options_.tokenizer_fingerprint},
                                 {"shards", shard_pairs_},
                                 {"corpora", corpora_}};
  write_file(folder_.path() / kManifestFile, manifest.dump(2) + "\n");
  folder_.commit();
}

}  // namespace tfm
