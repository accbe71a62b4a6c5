#include <algorithm>
#include <iostream>
#include <memory>

#include "checkpoint/checkpoint.h"
#include "commands/common_options.h"
#include "commands/score_output.h"
#include "commands/scoring.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include "core/log.h"
#include "core/random.h"
#include "data/parallel_text.h"
#include "data/prepare.h"
#include "data/training_batches.h"
#include "data/validation_set.h"
#include "engine_commands/device.h"
#include "engine_commands/engine_commands.h"
#include "engine_commands/fine_tuning.h"
#include "engine_commands/resume.h"
#include "engine_commands/run_config.h"
#include "engine_commands/run_facts.h"
#include "engine_commands/run_precision.h"
#include "library/loaded_model.h"
#include "metrics/chrf.h"
#include "torch_decoding/transformer_model.h"
#include "training/finish.h"
#include "training/frozen_parameters.h"
#include "training/trainer.h"

namespace tfm {
namespace {

struct TrainOptions {
  CommonOptions common;
  ComputeOptions compute;
  RunConfigOptions config;
  bool fresh = false;
  bool dry_run = false;
};

// Begins nothing; what a run that is there forbids is found as well.
int dry_run(const Config& config, bool fresh) {
  check_text_settings(config);
  check_training_files(config.data);
  if (!fresh) check_resumable(config, config.output.directory);
  log::info("the config and its files are in order; nothing was done (--dry-run)");
  return 0;
}

constexpr size_t kSamples = 10;

// The first of the set, so that they can be followed through the run.
SampleTranslations sample_translations(const ValidationSet& validation, const std::vector<std::string>& hypotheses) {
  const auto first = [](const std::vector<std::string>& lines) {
    return std::vector(lines.begin(), lines.begin() + static_cast<ptrdiff_t>(std::min(kSamples, lines.size())));
  };
  return {first(validation.sources), first(validation.references), first(hypotheses)};
}

TrainerCallbacks make_callbacks(const Config& config, const Transformer& model, const TextCodec& validation_codec,
                                const ValidationSet& validation) {
  TrainerCallbacks callbacks;
  callbacks.interrupt_signal = interrupt_signal;
  callbacks.save_tokenizers = [tokenizers = validation_codec.tokenizers()](const std::filesystem::path& folder) {
    tokenizers.save(folder);
  };
  if (!validation.sources.empty()) {
    auto decoding = config.decoding;
    decoding.beam_size = config.evaluation.beam_size;
    decoding.sampling = false;  // scores are compared from validation to validation
    callbacks.score_translations = [&config, &validation, model, validation_codec, decoding] {
      const auto& tokenizers = validation_codec.tokenizers();
      const auto laid_out =
          decoding_model(model, aligning_attention(config.training, config.model), tokenizers.source->special_ids(),
                         tokenizers.target->special_ids(), decoding.dtype);
      Translator translator({{laid_out}}, validation_codec, decoding);
      translator.check_each_step(stop_if_asked);
      const auto options = bleu_options(config);
      const auto hypotheses = translate_lines(translator, validation.sources, "validation");
      return TranslationScores{.bleu = corpus_bleu(hypotheses, validation.references, options).score,
                               .chrf = corpus_chrf(hypotheses, validation.references),
                               .samples = sample_translations(validation, hypotheses)};
    };
  }
  return callbacks;
}

constexpr int kTestDecimals = 2;  // of the printed scores

// The best model on data.test: to stdout, since this is what the run was for.
void score_test_set(const Config& config, at::Device device) {
  if (!config.data.test) return;
  auto best = load_model(config.output.directory, device);
  best.tag = config.data.test->tag;
  Translator translator({{best.decoding_model(config.decoding.dtype)}}, best.codec(), config.decoding);
  translator.check_each_step(stop_if_asked);
  const auto text = read_parallel_text(*config.data.test, config.data);
  const auto hypotheses = translate_lines(translator, text.sources, "test");
  std::vector<std::unique_ptr<Metric>> metrics;
  metrics.push_back(std::make_unique<Bleu>(bleu_options(config)));
  metrics.push_back(std::make_unique<Chrf>());
  std::cout << scores_as_text(score_systems(metrics, {{"best", hypotheses}}, single_references(text.targets), {}, 0),
                              kTestDecimals);
}

void describe(const Transformer& model, const Tokenizers& tokenizers, const ParallelCorpus& corpus) {
  log::info(concat("vocabulary ", tokenizers.source->vocab_size(),
                   tokenizers.shared() ? " (shared)" : concat(" and ", tokenizers.target->vocab_size()), ", model ",
                   count_text(static_cast<double>(model->num_parameters())), " parameters, ", corpus.size(), " pairs"));
}

int exit_code_of(int signal) { return signal == 0 ? 0 : 128 + signal; }

// What a failure, such as a full disk, leaves to go on from.
std::string what_is_left(const std::filesystem::path& folder, const std::string& tokenizer_fingerprint) {
  try {
    if (const auto newest = newest_whole_checkpoint(folder, tokenizer_fingerprint)) {
      return concat("\nthe newest whole checkpoint is ", newest->string(), "; the same command goes on from it");
    }
    return "\nno checkpoint was saved before";
  } catch (const UserError& problem) {
    return concat("\n", problem.what());
  }
}

// The page says how a run ended that couldn't go on, and the error what is left of it.
[[noreturn]] void fail(const UserError& problem, const std::string& left, report::RunReport& report) {
  const bool diverged = problem.exit_code() == ExitCode::kDiverged;
  report.end(diverged ? report::RunState::kDiverged : report::RunState::kFailed, problem.what());
  throw UserError(problem.what() + left, problem.exit_code());
}

int run_with_report(Trainer& trainer, const Config& config, report::RunReport& report,
                    const std::string& tokenizer_fingerprint) {
  try {
    const int signal = trainer.run();
    if (signal == 0) {
      report.end(report::RunState::kFinished, concat(*why_finished(trainer.state(), config.training), "."));
    } else {
      report.end(report::RunState::kStopped, "It was asked to stop and saved; the same command goes on.");
    }
    return signal;
  } catch (const UserError& problem) {
    const bool on_the_way = problem.exit_code() == ExitCode::kFailed;
    fail(problem, on_the_way ? what_is_left(config.output.directory, tokenizer_fingerprint) : "", report);
  } catch (const std::exception& problem) {
    const std::string text = problem.what();  // LibTorch's has its stack behind the first line
    report.end(report::RunState::kFailed, text.substr(0, text.find('\n')));
    throw;
  }
}

int train(const Config& given, at::Device device) {
  auto config = given;
  const auto& folder = config.output.directory;
  const bool is_new = !has_checkpoints(folder);
  const auto data = prepare_data(config, folder, {.must_reuse = !is_new});
  const auto precision = run_precision(config, data, device);
  config.training.precision = precision.precision;
  const bool was_picked = given.training.precision == Precision::kAuto;
  write_file(folder / "config.json", config_to_json(config));
  auto model = build_transformer(config.model, data.tokenizers);
  model->initialize(stream_key(static_cast<uint64_t>(config.training.seed), "init", {}));
  if (is_new) load_starting_weights(config, model, data.tokenizers.fingerprint());
  freeze(model, config.training.fine_tuning.frozen);
  model->to(device);
  describe(model, data.tokenizers, data.train);
  const auto& held_out = config.data.valid;
  const TextCodec codec(data.tokenizers, config.data, held_out ? held_out->tag : std::nullopt);
  const auto validation = held_out ? load_validation_set(*held_out, config.data, codec, config.training.batch_tokens,
                                                         model->max_length() - 1)
                                   : ValidationSet{};
  report::RunReport report(folder, run_facts(config, model, data.tokenizers, device));
  Trainer trainer(config.training, model, data.train, training_batches(config, data.tokenizers, data.train),
                  validation.batches,
                  {folder, config, data.tokenizers.fingerprint(), config.output.tensorboard, &report,
                   is_new && was_picked ? precision_event(precision) : TrainingLog::Fields{}},
                  make_callbacks(config, model, codec, validation));
  if (is_new) {
    keep_starting_optimizer(config, trainer, data.tokenizers.fingerprint());
  } else {
    resume_newest(trainer, folder, data.tokenizers.fingerprint());
  }
  stop_if_asked();  // from here on there is something to save
  const int signal = run_with_report(trainer, config, report, data.tokenizers.fingerprint());
  log::info(concat(signal == 0 ? "finished at step " : "stopped and saved at step ", trainer.state().step, ": ",
                   folder.string()));
  if (signal == 0) score_test_set(config, device);
  return exit_code_of(signal);
}

int lock_and_train(const Config& config, at::Device device) {
  const auto& folder = config.output.directory;
  make_folder(folder);
  const FolderLock lock(folder);
  remove_leftovers(folder / "checkpoints");  // prepare_data sees to the others
  check_resumable(config, folder);
  return train(config, device);
}

// An older run makes way only for one that gets somewhere.
int train_afresh(const Config& config, at::Device device) {
  check_text_settings(config);
  check_training_files(config.data);
  check_starting_model_stays(config);
  const OldRun old_run(config.output.directory);
  try {
    return lock_and_train(config, device);
  } catch (const UserError&) {
    old_run.put_back();
    throw;
  }
}

int run(const TrainOptions& options) {
  apply(options.common);
  const auto given = load_run_config(options.config);
  const bool goes_on = !options.fresh && has_checkpoints(given.output.directory);
  const auto config = with_starting_model(given, goes_on);
  const auto device = use_device(options.compute);
  check_held_out_files(config.data);
  if (options.dry_run) return dry_run(config, options.fresh);
  catch_interrupts();
  if (options.fresh) return train_afresh(config, device);
  return lock_and_train(config, device);
}

}  // namespace

void add_train_command(CLI::App& program, int& exit_code) {
  auto options = std::make_shared<TrainOptions>();
  auto* command = program.add_subcommand("train", "Trains a model; the same command again goes on where it stopped");
  add_run_config_options(*command, options->config);
  command->add_flag("--fresh", options->fresh, "Begin anew; an older run in the folder is moved aside, not deleted");
  command->add_flag("--dry-run", options->dry_run, "Check the config and its files, then stop");
  add_compute_options(*command, options->compute);
  add_common_options(*command, options->common);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace tfm
