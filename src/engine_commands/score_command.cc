#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unordered_map>

#include "commands/common_options.h"
#include "commands/output_failure.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/log.h"
#include "core/progress.h"
#include "engine_commands/device.h"
#include "engine_commands/engine_commands.h"
#include "formats/corpus_files.h"
#include "formats/pair_reader.h"
#include "input/line_reader.h"
#include "library/loaded_model.h"
#include "torch_decoding/forced_decoding.h"

namespace tfm {
namespace {

struct ScoreOptions {
  CommonOptions common;
  ComputeOptions compute;
  std::string model, source, target;
  std::optional<std::string> tag;
  bool target_pieces = false;
  std::string format = "text";
  int64_t batch_tokens = 8192;
};

constexpr std::size_t kPairsInMemory = 4096;  // read ahead, so that pairs of like length meet

using Pieces = std::vector<int32_t>;

// Targets that are given as pieces, with blanks between them.
class GivenPieces {
 public:
  explicit GivenPieces(const Tokenizer& tokenizer) : end_(tokenizer.special_ids().eos) {
    for (int64_t id = 0; id < tokenizer.vocab_size(); ++id) {
      ids_.emplace(tokenizer.piece(static_cast<int32_t>(id)), static_cast<int32_t>(id));
    }
  }

  // Without the end mark, which may stand there or not. UserError for what is no piece.
  Pieces parse(const std::string& text, int64_t line) const {
    Pieces pieces;
    std::istringstream words(text);
    for (std::string word; std::getline(words, word, ' ');) {
      if (word.empty()) continue;
      const auto found = ids_.find(word);
      if (found == ids_.end()) fail(line, concat("\"", word, "\" is no piece of the target's vocabulary"));
      pieces.push_back(found->second);
    }
    if (!pieces.empty() && pieces.back() == end_) pieces.pop_back();
    if (std::ranges::count(pieces, end_) > 0) {
      fail(line, "an end mark stands amid the pieces: they are those of several parts, each translated by itself");
    }
    return pieces;
  }

 private:
  [[noreturn]] static void fail(int64_t line, const std::string& what) {
    throw UserError(concat("--target-pieces: line ", line, ": ", what,
                           "; give what translate --word-scores has as \"pieces\", with a blank between them"));
  }

  int64_t end_;
  std::unordered_map<std::string, int32_t> ids_;
};

// Reads, scores and writes chunk by chunk, one line for each pair.
class PairByPair {
 public:
  PairByPair(LoadedModel& loaded, const ScoreOptions& options, int64_t pairs)
      : loaded_(loaded), codec_(loaded.codec()), options_(options), progress_("scoring", pairs, "pairs") {
    if (options.target_pieces) given_.emplace(*loaded.tokenizers.target);
  }

  void add(const CleanPair& pair) {
    ++read_;
    sources_.push_back(checked(codec_.encode_source(pair.source.text), "source"));
    const auto& target = pair.target.text;
    targets_.push_back(checked(given_ ? given_->parse(target, read_) : codec_.encode_target(target), "target"));
    if (sources_.size() == kPairsInMemory) flush();
  }

  void flush() {
    std::vector<EncodedPair> pairs;
    for (std::size_t i = 0; i < sources_.size(); ++i) pairs.push_back({sources_[i], targets_[i]});
    const auto scores = score_pairs(loaded_.model, pairs, loaded_.tokenizers.source->special_ids(),
                                    loaded_.tokenizers.target->special_ids(), options_.batch_tokens,
                                    [this](int64_t count) { progress_.advance(count); });
    for (const auto& score : scores) write(score);
    std::cout.flush();
    if (!std::cout) throw output_failure("the output");
    sources_.clear();
    targets_.clear();
  }

 private:
  // Learned positions have an end; so, then, have the pieces.
  Pieces checked(Pieces pieces, const char* side) const {
    const int64_t most = loaded_.model->max_length() - 1;
    if (std::ssize(pieces) > most) {
      throw UserError(concat("line ", read_, ": the ", side, " has ", pieces.size(),
                             " pieces, and the model's learned ", "positions end after ", most, "; shorten it"));
    }
    return pieces;
  }

  void write(const ForcedScore& score) {
    ++written_;
    if (options_.format == "text") {
      std::cout << nlohmann::json(score.log_prob).dump() << '\n';
      return;
    }
    std::vector<std::string> pieces;
    for (const int32_t token : score.tokens) pieces.push_back(loaded_.tokenizers.target->piece(token));
    nlohmann::ordered_json json;
    json["line"] = written_;
    json["log_prob"] = score.log_prob;
    json["tokens"] = score.tokens.size();
    json["pieces"] = pieces;
    json["token_log_probs"] = score.token_log_probs;
    std::cout << json.dump() << '\n';
  }

  LoadedModel& loaded_;
  TextCodec codec_;
  std::optional<GivenPieces> given_;
  const ScoreOptions& options_;
  Progress progress_;
  std::vector<Pieces> sources_, targets_;
  int64_t read_ = 0, written_ = 0;
};

void run(const ScoreOptions& options) {
  apply(options.common);
  const CorpusConfig files{.source = options.source, .target = options.target, .format = CorpusFormat::kText};
  check_corpus(files);
  auto loaded = load_model(options.model, use_device(options.compute));
  loaded.tag = options.tag;
  PairByPair work(loaded, options, count_lines(options.source));
  const auto reader = open_pairs(files, {loaded.config.data.source_language, loaded.config.data.target_language});
  while (const auto pair = reader->next()) work.add(*pair);
  work.flush();
}

}  // namespace

void add_score_command(CLI::App& program, int&) {
  auto options = std::make_shared<ScoreOptions>();
  auto* command = program.add_subcommand("score", "Log-probability of each given pair (forced decoding)");
  command->add_option("--model", options->model, "A run, checkpoint or model folder")->required();
  command->add_option("--source", options->source, "File with the sources (UTF-8)")->required();
  command->add_option("--target", options->target, "File with their translations, line for line")->required();
  command->add_flag("--target-pieces", options->target_pieces,
                    "The target file has pieces of the vocabulary with blanks between them, not text");
  command->add_option("--tag", options->tag, "Symbol before each source, for models trained on corpora with tags");
  command->add_option("--format", options->format, "text (log_prob alone) or jsonl, piece by piece")
      ->check(CLI::IsMember({"text", "jsonl"}))
      ->capture_default_str();
  command->add_option("--batch-tokens", options->batch_tokens, "The most positions together on a side, padding counted")
      ->check(CLI::Range(1, 100000000))
      ->capture_default_str();
  add_compute_options(*command, options->compute);
  add_common_options(*command, options->common);
  command->callback([options] { run(*options); });
}

}  // namespace tfm
