#include "data/prepare.h"

#include <numeric>
#include <optional>

#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/log.h"
#include "core/progress.h"
#include "data/corpus_encoder.h"
#include "data/corpus_report.h"
#include "data/input_record.h"
#include "data/pair_reader.h"
#include "data/vocabulary.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

// Where a run keeps what prepare_data makes.
struct PreparedFiles {
  explicit PreparedFiles(const fs::path& run) : run_folder(run) {}
  fs::path run_folder;
  fs::path tokenizer = run_folder / "tokenizer";
  fs::path data = run_folder / "data";
  fs::path train = data / "train.bin";
  fs::path report = data / "report.json";
  fs::path record = data / "prepared.json";  // written last: where it stands, the others are whole
};

// What can't be looked at counts as missing; making it again then tells why.
bool is_there(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored);
}

void forget(const fs::path& record) {
  std::error_code error;
  fs::remove(record, error);
  if (error) {
    throw UserError(concat("can't remove ", record.string(), ": ", error.message(), "; is the run folder writable?"),
                    ExitCode::kFailed);
  }
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
};

Reusable find_reusable(const Config& config, const PreparedFiles& files) {
  if (!is_there(files.record)) return {std::nullopt, concat(files.record.string(), " is missing")};
  std::string changes;
  for (const std::string& change : changes_since(read_file(files.record), config)) changes += "\n  " + change;
  if (!changes.empty()) return {std::nullopt, concat("what the data is made from has changed", changes)};
  try {
    return {open_prepared(files), ""};
  } catch (const UserError& error) {  // damage is mended by making the file again
    return {std::nullopt, error.what()};
  }
}

[[noreturn]] void refuse_to_prepare(const PreparedFiles& files, const std::string& obstacle) {
  throw UserError(concat(files.run_folder.string(), ": can't go on with this run's data: ", obstacle,
                         "\nundo this, or begin anew with --fresh or another output folder"));
}

int64_t count_all_pairs(const std::vector<CorpusFiles>& corpora) {
  return std::accumulate(corpora.begin(), corpora.end(), int64_t{0},
                         [](int64_t sum, const CorpusFiles& files) { return sum + count_pairs(files); });
}

void warn(const std::vector<CorpusReport>& reports, int64_t max_length, const fs::path& report_file) {
  for (const CorpusReport& report : reports) {
    const std::string summary = summarize(report, max_length);
    if (!summary.empty()) log::warning(concat(summary, "\n  more in ", report_file.string()));
  }
}

int64_t pairs_kept(const std::vector<CorpusReport>& reports) {
  int64_t kept = 0;
  for (const CorpusReport& report : reports) kept += report.pairs_kept();
  return kept;
}

// An older folder is replaced in one step.
void save_tokenizers(const Tokenizers& tokenizers, const fs::path& folder) {
  PendingFolder pending(folder);
  tokenizers.save(pending.path());
  pending.commit();
}

void encode_training_corpora(const Config& config, const Tokenizers& tokenizers, const PreparedFiles& files,
                             int64_t pairs) {
  ParallelCorpusWriter writer(files.train, tokenizers.fingerprint());
  std::vector<CorpusReport> reports;
  {
    Progress progress("encoding", pairs, "pairs");
    for (const CorpusFiles& corpus : config.data.train) {
      reports.push_back(encode_corpus(corpus, tokenizers, config.data.max_length, writer, progress));
    }
  }
  write_file(files.report, report_to_json(reports, config.data.max_length));
  warn(reports, config.data.max_length, files.report);
  const int64_t kept = pairs_kept(reports);
  if (kept == 0) {
    throw UserError(concat("no training pair is left: all ", pairs, " were dropped; see ", files.report.string()));
  }
  writer.finish();
  log::info(concat("prepared ", kept, " of ", pairs, " training pairs"));
}

void prepare_anew(const Config& config, const PreparedFiles& files) {
  const int64_t pairs = count_all_pairs(config.data.train);
  make_folder(files.data);
  forget(files.record);
  const std::string record = record_inputs(config);  // before the files are used: a later change is noticed
  const Tokenizers tokenizers = make_tokenizers(config);
  save_tokenizers(tokenizers, files.tokenizer);
  encode_training_corpora(config, tokenizers, files, pairs);
  write_file(files.record, record);
}

}  // namespace

ParallelText read_parallel_text(const CorpusFiles& files) {
  PairReader reader(files);
  CorpusReport report(files);
  ParallelText text;
  while (auto pair = reader.next()) {
    report.read(*pair);
    report.keep(*pair);
    text.sources.push_back(std::move(pair->source.text));
    text.targets.push_back(std::move(pair->target.text));
  }
  const std::string summary = summarize(report, /*max_length=*/0);
  if (!summary.empty()) log::warning(summary);
  return text;
}

PreparedData prepare_data(const Config& config, const fs::path& run_folder, bool must_reuse) {
  const PreparedFiles files(run_folder);
  Reusable reusable = find_reusable(config, files);
  if (reusable.data) {
    log::info(
        concat("reusing the data prepared in ", run_folder.string(), ": ", reusable.data->train.size(), " pairs"));
    return std::move(*reusable.data);
  }
  if (must_reuse) refuse_to_prepare(files, reusable.obstacle);
  if (is_there(files.record)) log::info(concat("preparing again: ", reusable.obstacle));
  prepare_anew(config, files);
  return open_prepared(files);
}

}  // namespace tfm
