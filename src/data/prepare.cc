#include "data/prepare.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>
#include <string>

#include "chinese/script_conversion.h"
#include "cleaning/report_text.h"
#include "core/concat.h"
#include "core/decimal.h"
#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include "core/log.h"
#include "core/progress.h"
#include "core/system_files.h"
#include "data/corpus_encoder.h"
#include "data/epoch_order.h"
#include "data/input_record.h"
#include "data/parallel_text.h"
#include "data/vocabulary.h"
#include "formats/corpus_files.h"
#include "text/unicode.h"
#include "text/user_symbols.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

// Where a run keeps what prepare_data makes.
struct PreparedFiles {
  explicit PreparedFiles(const fs::path& run) : run_folder(run) {}
  fs::path run_folder;
  fs::path tokenizer = run_folder / "tokenizer";
  fs::path data = run_folder / "data";
  fs::path train = data / "train";
  fs::path report = data / "report.json";
  fs::path page = data / "report.html";
  fs::path record = data / "prepared.json";  // written last: where it stands, the others are whole
};

// What can't be looked at counts as missing; making it again then tells why.
bool is_there(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored);
}

void forget(const fs::path& record) {
  if (const int error = remove_tree(record)) fail_changing(concat("remove ", record.string()), error);
}

PreparedData open_prepared(const PreparedFiles& files) {
  PreparedData data{Tokenizers::load(files.tokenizer), ParallelCorpus::open(files.train)};
  if (data.train.tokenizer_fingerprint() != data.tokenizers.fingerprint()) {
    throw UserError(concat(files.train.string(), " was encoded with other vocabularies than those in ",
                           files.tokenizer.string(), "; delete it and prepare the data again"));
  }
  return data;
}

// What an earlier preparation left, or why it can't be used.
struct Reusable {
  std::optional<PreparedData> data;
  std::string obstacle;
  bool inputs_unchanged = false;  // what is damaged or lost can be made again as it was
};

// Whether both can be read, and don't belong together: the weights may be of either.
bool vocabularies_differ(const PreparedFiles& files) {
  try {
    return ParallelCorpus::open(files.train).tokenizer_fingerprint() != Tokenizers::load(files.tokenizer).fingerprint();
  } catch (const UserError&) {
    return false;
  }
}

void verify(const ParallelCorpus& corpus) {
  const std::atomic<bool> never = false;
  for (const EncodedShard& shard : corpus.shards()) {
    stop_if_asked();
    shard.verify(never);
  }
}

Reusable find_reusable(const Config& config, const PreparedFiles& files, bool verify_all) {
  if (!is_there(files.record)) return {std::nullopt, concat(files.record.string(), " is missing")};
  std::string changes;
  for (const std::string& change : changes_since(read_file(files.record), config)) changes += "\n  " + change;
  if (!changes.empty()) return {std::nullopt, concat("what the data is made from has changed", changes)};
  try {
    PreparedData data = open_prepared(files);
    if (verify_all) verify(data.train);
    return {std::move(data), "", true};
  } catch (const UserError& error) {  // damage is mended by making the file again
    return {std::nullopt, error.what(), !vocabularies_differ(files)};
  }
}

[[noreturn]] void refuse_to_prepare(const PreparedFiles& files, const std::string& obstacle) {
  throw UserError(concat(files.run_folder.string(), ": can't go on with this run's data: ", obstacle,
                         "\nundo this, or begin anew with --fresh or another output folder"));
}

std::vector<double> given_weights(const DataConfig& config) {
  std::vector<double> weights;
  for (const CorpusConfig& corpus : config.train) weights.push_back(corpus.weight);
  return weights;
}

int64_t pairs_kept(const std::vector<CorpusReport>& reports) {
  int64_t kept = 0;
  for (const CorpusReport& report : reports) kept += report.pairs_kept();
  return kept;
}

// For the log. UserError where there are alignments, and none of them links anything.
std::string describe_links(const DataConfig& config, const std::vector<CorpusReport>& reports,
                           const fs::path& report_file) {
  if (!has_alignment(config)) return "";
  int64_t linked = 0;
  for (const CorpusReport& report : reports) linked += report.links(LinksFate::kUsed).count();
  if (linked > 0) return concat("; ", grouped(linked), " pairs have links");
  throw UserError(concat("no pair that is left has links, so that /training/guided_alignment_weight has nothing to ",
                         "guide; ", report_file.string(), " says what became of the alignment's lines"));
}

// An older folder is replaced in one step.
void save_tokenizers(const Tokenizers& tokenizers, const fs::path& folder) {
  PendingFolder pending(folder);
  tokenizers.save(pending.path());
  pending.commit();
}

// The report of each file, and for each the entry of data.train that it belongs to.
struct EncodedReports {
  std::vector<CorpusReport> reports;
  std::vector<size_t> entries;
};

EncodedReports encode_training_corpora(const DataConfig& config, CorpusEncoder& encoder, ParallelCorpusWriter& writer) {
  EncodedReports encoded;
  Progress progress("encoding", corpus_bytes(config.train) >> 20, "MiB");
  for (size_t entry = 0; entry < config.train.size(); ++entry) {
    for (const CorpusConfig& corpus : expand_patterns(config.train[entry])) {
      encoded.reports.push_back(encoder.encode(corpus, progress));
      encoded.entries.push_back(entry);
    }
    writer.end_corpus();
  }
  return encoded;
}

PreparationReport make_report(const DataConfig& config, EncodedReports encoded, const CorpusEncoder& encoder) {
  std::vector<int64_t> pairs(config.train.size(), 0);
  for (size_t i = 0; i < encoded.reports.size(); ++i) pairs[encoded.entries[i]] += encoded.reports[i].pairs_kept();
  const auto weights = mixing_weights(pairs, given_weights(config), config.mixing_temperature);
  PreparationReport report{.duplicates_forgotten = encoder.duplicates_forgotten()};
  for (const int64_t share : epoch_shares(pairs, weights)) report.epoch.pairs += share;
  for (size_t i = 0; i < encoded.reports.size(); ++i) {
    const double weight = weights[encoded.entries[i]];
    report.weights.push_back(weight);
    report.epoch.source_pieces += std::llround(weight * static_cast<double>(encoded.reports[i].source_pieces_kept()));
    report.epoch.target_pieces += std::llround(weight * static_cast<double>(encoded.reports[i].target_pieces_kept()));
  }
  report.corpora = std::move(encoded.reports);
  report.vocabulary = {concat("source side: ", encoder.source_coverage().summary()),
                       concat("target side: ", encoder.target_coverage().summary())};
  return report;
}

void warn(const PreparationReport& report, const CorpusEncoder& encoder, const DataConfig& config,
          const fs::path& page) {
  constexpr int kMostSummaries = 10;  // of thousands of files
  int told = 0;
  for (const CorpusReport& corpus : report.corpora) {
    const std::string summary = summarize(corpus, config);
    if (!summary.empty() && ++told <= kMostSummaries) log::warning(concat(summary, "\n  more in ", page.string()));
  }
  if (told > kMostSummaries) {
    log::warning(concat(told - kMostSummaries, " more of the ", report.corpora.size(),
                        " files have something to report: see ", page.string()));
  }
  if (report.duplicates_forgotten > 0) {
    log::warning(concat("duplicates were not looked for behind ", report.duplicates_forgotten,
                        " of the pairs: raise /data/cleaning/duplicate_memory_mib"));
  }
  for (const auto& [side, coverage] :
       {std::pair{"source", &encoder.source_coverage()}, {"target", &encoder.target_coverage()}}) {
    for (const std::string& warning : coverage->warnings())
      log::warning(concat("training text, ", side, " side: ", warning));
  }
}

void encode(const Config& config, const Tokenizers& tokenizers, const PreparedFiles& files,
            const std::optional<fs::path>& dropped_file) {
  ParallelCorpusWriter writer(files.train,
                              {.tokenizer_fingerprint = tokenizers.fingerprint(),
                               .vocab_size = std::max(tokenizers.source->vocab_size(), tokenizers.target->vocab_size()),
                               .has_links = has_alignment(config.data)});
  std::optional<DroppedPairs> dropped;
  if (dropped_file) dropped.emplace(*dropped_file);
  CorpusEncoder encoder(config.data, tokenizers, writer, dropped ? &*dropped : nullptr);
  const auto report = make_report(config.data, encode_training_corpora(config.data, encoder, writer), encoder);
  write_file(files.report, report_to_json(report, config.data));
  write_file(files.page, report_to_html(report, config.data));
  if (dropped) dropped->finish();
  warn(report, encoder, config.data, files.page);
  const int64_t kept = pairs_kept(report.corpora);
  if (kept == 0) {
    throw UserError(
        concat("no training pair is left: all ", encoder.pairs_read(), " were dropped; see ", files.report.string()));
  }
  const std::string linked = describe_links(config.data, report.corpora, files.report);
  writer.finish();
  log::info(concat("prepared ", kept, " of ", encoder.pairs_read(), " training pairs; an epoch holds ",
                   grouped(report.epoch.pairs), " pairs, ", grouped(report.epoch.target_pieces), " target pieces",
                   linked));
}

void prepare_anew(const Config& config, const PreparedFiles& files, const std::optional<fs::path>& dropped) {
  check_training_files(config.data);
  make_folder(files.data);
  forget(files.record);
  const std::string record = record_inputs(config);  // before the files are used: a later change is noticed
  const Tokenizers tokenizers = make_tokenizers(config);
  save_tokenizers(tokenizers, files.tokenizer);
  encode(config, tokenizers, files, dropped);
  write_file(files.record, record);
}

// Of unchanged text, with the vocabularies that the run's weights belong to.
void encode_again(const Config& config, const PreparedFiles& files) {
  const Tokenizers tokenizers = Tokenizers::load(files.tokenizer);
  encode(config, tokenizers, files, std::nullopt);
}

}  // namespace

PreparedData prepare_data(const Config& config, const fs::path& run_folder, const PrepareOptions& options) {
  const PreparedFiles files(run_folder);
  check_text_settings(config);
  remove_leftovers(files.run_folder);
  remove_leftovers(files.data);
  Reusable reusable = find_reusable(config, files, options.verify);
  if (options.must_reuse && options.dropped) {
    refuse_to_prepare(files, "it has checkpoints, and the pairs that are left out are known only while it is prepared");
  }
  if (reusable.data && !options.dropped) {
    log::info(
        concat("reusing the data prepared in ", run_folder.string(), ": ", reusable.data->train.size(), " pairs"));
    return std::move(*reusable.data);
  }
  if (options.must_reuse && !reusable.inputs_unchanged) refuse_to_prepare(files, reusable.obstacle);
  if (!reusable.data && is_there(files.record)) log::warning(concat("preparing again: ", reusable.obstacle));
  if (options.must_reuse) {
    encode_again(config, files);
  } else {
    prepare_anew(config, files, options.dropped);
  }
  return open_prepared(files);
}

std::vector<double> training_weights(const DataConfig& config, const ParallelCorpus& corpus) {
  return mixing_weights(corpus.corpora(), given_weights(config), config.mixing_temperature);
}

namespace {

// All that is wrong with several things, at once.
class Complaints {
 public:
  template <typename Check>
  void gather(const std::string& pointer, const Check& check) {
    try {
      check();
    } catch (const UserError& error) {
      text_ += concat(text_.empty() ? "" : "\n", pointer.empty() ? "" : pointer + ": ", error.what());
    }
  }
  void throw_if_any() const {
    if (!text_.empty()) throw UserError(text_);
  }

 private:
  std::string text_;
};

void check_conversion(const TextConfig& text, const std::string& pointer, Complaints& complaints) {
  if (!text.conversion) return;
  complaints.gather(pointer + "/conversion", [&] { ScriptConversion conversion(*text.conversion); });
}

bool has_pair(const ParallelText& text) {
  for (size_t i = 0; i < text.sources.size(); ++i) {
    if (!is_blank(text.sources[i]) && !is_blank(text.targets[i])) return true;
  }
  return false;
}

void check_held_out(const std::optional<CorpusConfig>& corpus, const DataConfig& config) {
  if (!corpus) return;
  for (const CorpusConfig& each : expand_patterns(*corpus)) check_corpus(each);
  if (!has_pair(read_parallel_text(*corpus, config))) {
    throw UserError("no pair with text on both sides is in it; check its format, columns and keys");
  }
}

}  // namespace

void check_text_settings(const Config& config) {
  Complaints complaints;
  check_conversion(config.data.source_text, "/data/source_text", complaints);
  check_conversion(config.data.target_text, "/data/target_text", complaints);
  complaints.gather("", [&] { check_symbols(config.tokenizer.symbols); });
  for (size_t i = 0; i < config.data.train.size(); ++i) {
    const auto& tag = config.data.train[i].tag;
    if (!tag) continue;
    complaints.gather(concat("/data/train/", i, "/tag"), [&] {
      const std::string problem = symbol_problem(*tag);
      if (!problem.empty()) throw UserError(concat("the tag \"", *tag, "\" ", problem));
    });
  }
  complaints.throw_if_any();
}

void check_training_files(const DataConfig& config) {
  Complaints complaints;
  for (const CorpusConfig& entry : config.train) {
    complaints.gather("", [&] {
      for (const CorpusConfig& corpus : expand_patterns(entry)) complaints.gather("", [&] { check_corpus(corpus); });
    });
  }
  complaints.throw_if_any();
}

void check_held_out_files(const DataConfig& config) {
  Complaints complaints;
  complaints.gather("/data/valid", [&] { check_held_out(config.valid, config); });
  complaints.gather("/data/test", [&] { check_held_out(config.test, config); });
  complaints.throw_if_any();
}

}  // namespace tfm
