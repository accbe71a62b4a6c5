// The training loop: update, log, validate, save, until the run is finished or a stop is asked for.
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
#include "training/best_model.h"
#include "training/optimizer.h"
#include "training/run_log.h"
#include "training/schedule.h"
#include "training/validation_record.h"
#include "training/weight_average.h"
#include "training/window_gradient.h"

namespace tfm {

struct TranslationScores {
  double bleu = 0.0;
  double chrf = 0.0;
  SampleTranslations samples = {};  // to look at
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

class Trainer {
 public:
  // `model` has its initial weights and is on its device; parameters that require no gradient stay as they are.
  // `validation` may be empty. `corpus` outlives the trainer.
  Trainer(const TrainingConfig& config, Transformer model, const ParallelCorpus& corpus,
          const BatchIteratorOptions& batches, std::vector<Batch> validation, RunFiles files,
          TrainerCallbacks callbacks);

  // Goes on from a checkpoint, as if the run had never stopped. Before run().
  void resume(const LoadedCheckpoint& checkpoint, const std::string& where);
  // Begins with the optimizer's memory of another run, after that many updates. Before run(), instead of resume().
  void begin_with_optimizer(const std::map<std::string, at::Tensor>& tensors, int64_t updates);

  // Returns the signal that stopped it (a checkpoint is saved then), 0 when the run is finished (see finish.h).
  // UserError (kDiverged) when training has diverged and going back to a checkpoint didn't help or couldn't be done.
  int run();

  const TrainingState& state() const { return state_; }

 private:
  struct Interval {  // since the last line of the log; measures time, so it isn't part of the state
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
    double waited_before = 0.0;
    int64_t tokens = 0;
    double gradient_norm = 0.0;
  };

  bool update();  // false: skipped
  Window next_window();
  double learning_rate() const { return schedule_.rate(state_.step) * state_.learning_rate_factor; }
  void skip_update(double loss, double norm);
  void diverged(const std::string& how);
  void go_back_to(const std::filesystem::path& checkpoint);
  void log_step();
  void validate();
  void measure();
  ValidationScores validation_scores();
  void save();
  void save_best();
  NamedTensors weights_to_use() const;
  void count_seconds();

  TrainingConfig config_;
  Transformer model_;
  const ParallelCorpus& corpus_;
  BatchIteratorOptions batch_options_;
  std::vector<at::Tensor> trained_;  // the parameters that are
  LearningRateSchedule schedule_;
  std::unique_ptr<Optimizer> optimizer_;
  std::unique_ptr<WeightAverage> average_;  // none where the config wants none
  WindowGradient gradient_;
  BatchIterator batches_;
  std::vector<Batch> validation_;
  RunFiles files_;
  TrainerCallbacks callbacks_;
  BestModel best_;
  TrainingState state_;
  std::optional<RunLog> log_;
  std::optional<Progress> progress_;
  Interval interval_;
  std::chrono::steady_clock::time_point counted_until_;  // of state_.seconds
};

}  // namespace tfm
