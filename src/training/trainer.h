// The training loop: update, log, validate, save, until max_steps or a request to stop.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checkpoint/checkpoint.h"
#include "config/config.h"
#include "core/progress.h"
#include "data/batch_iterator.h"
#include "model/transformer.h"
#include "training/optimizer.h"
#include "training/run_log.h"
#include "training/schedule.h"

namespace tfm {

struct TranslationScores {
  double bleu = 0.0;
  double chrf = 0.0;
  std::string samples = {};  // Markdown: some of the translations, to look at
};

// What the loop asks of the world around it.
struct TrainerCallbacks {
  // Translates the validation set with the model's present weights and scores it. Empty: there is none. Throws
  // Interrupted when a stop is asked for.
  std::function<TranslationScores()> score_translations;
  // The signal that asks for a stop, or 0.
  std::function<int()> interrupt_signal;
  // Fills a model folder's tokenizer folder.
  std::function<void(const std::filesystem::path&)> save_tokenizers;
};

// The run folder and what its model folders carry.
struct RunFiles {
  std::filesystem::path folder;
  std::string config_json;
  std::string tokenizer_fingerprint;
  bool for_tensorboard = false;  // whether TensorBoard's event files are written
};

class Trainer {
 public:
  // `model` has its initial weights and is on its device. `validation` may be empty.
  Trainer(const TrainingConfig& config, Transformer model, const ParallelCorpus& corpus,
          const BatchIteratorOptions& batches, std::vector<Batch> validation, RunFiles files,
          TrainerCallbacks callbacks);

  // Goes on from a checkpoint, as if the run had never stopped. Before run().
  void resume(const LoadedCheckpoint& checkpoint, const std::string& where);

  // Returns the signal that stopped it (a checkpoint is saved then), 0 when max_steps are done.
  // UserError (kDiverged) when kMostSkippedUpdates gradients in a row were not finite.
  int run();

  const TrainingState& state() const { return state_; }

  static constexpr int64_t kMostSkippedUpdates = 20;

 private:
  struct Interval {  // since the last line of the log; measures time, so it isn't part of the state
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
    double waited_before = 0.0;
    int64_t tokens = 0;
    double gradient_norm = 0.0;
  };
  struct Window {  // the batches of one update
    struct Part {
      BatchPosition position;
      Batch batch;
    };
    std::vector<Part> parts;
    int64_t tokens = 0;
  };

  bool update();  // false: skipped
  Window next_window();
  double accumulate_gradients(const Window& window);
  void skip_update(double loss, double norm);
  void log_step();
  void validate();
  void measure();
  void save();
  void save_best();

  TrainingConfig config_;
  Transformer model_;
  std::vector<at::Tensor> parameters_;
  LearningRateSchedule schedule_;
  std::unique_ptr<Optimizer> optimizer_;
  BatchIterator batches_;
  std::vector<Batch> validation_;
  RunFiles files_;
  TrainerCallbacks callbacks_;
  TrainingState state_;
  std::optional<RunLog> log_;
  std::optional<Progress> progress_;
  Interval interval_;
};

}  // namespace tfm
