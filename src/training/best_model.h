// RUN/best: the model folder that people use.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "checkpoint/safetensors.h"
#include "config/config.h"
#include "report/run_report.h"
#include "training/training_log.h"

namespace tfm {

// The run folder and what its model folders carry.
struct RunFiles {
  std::filesystem::path folder;
  Config config;
  std::string tokenizer_fingerprint;
  bool for_tensorboard = false;         // whether TensorBoard's event files are written
  report::RunReport* report = nullptr;  // the run's page, where there is one; outlives the trainer
  TrainingLog::Fields precision = {};   // how it was picked: what the log of a new run begins with
};

class BestModel {
 public:
  // `save_tokenizers` fills the model folder's tokenizer folder.
  BestModel(const RunFiles& files, std::function<void(const std::filesystem::path&)> save_tokenizers);

  void save(const NamedTensors& weights) const;

  // One that was lost or damaged is made again from the checkpoint of `step`, which it was saved at, byte for byte; a
  // warning says so, or that the checkpoint is gone as well. `names` have the order in which it was written.
  void mend(int64_t step, const NamedTensors& names) const;

 private:
  std::filesystem::path folder() const { return files_.folder / "best"; }
  std::string damage() const;

  RunFiles files_;
  std::function<void(const std::filesystem::path&)> save_tokenizers_;
};

}  // namespace tfm
