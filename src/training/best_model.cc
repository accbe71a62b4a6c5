#include "training/best_model.h"

#include "checkpoint/checkpoint.h"
#include "checkpoint/model_folder.h"
#include "checkpoint/retention.h"
#include "checkpoint/weights.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/log.h"
#include "weights/model_files.h"

namespace tfm {

BestModel::BestModel(const RunFiles& files, std::function<void(const std::filesystem::path&)> save_tokenizers)
    : files_(files), save_tokenizers_(std::move(save_tokenizers)) {}

void BestModel::save(const NamedTensors& weights) const {
  save_model_folder(folder(), weights, files_.config, files_.tokenizer_fingerprint, save_tokenizers_);
}

// What is wrong with it; empty where it is whole.
std::string BestModel::damage() const {
  try {
    load_weights(find_model(folder()).weights, files_.tokenizer_fingerprint);
    return "";
  } catch (const UserError& problem) {
    return problem.what();
  }
}

void BestModel::mend(int64_t step, const NamedTensors& names) const {
  const auto reason = damage();
  if (reason.empty()) return;
  const auto checkpoint =
      newest_checkpoint(files_.folder, [step](const TrainingState& state) { return state.step == step; });
  const std::string what_then = checkpoint
                                    ? concat("it is made again from ", checkpoint->string())
                                    : "its checkpoint is gone as well, so that there is none until a better validation";
  log::warning(concat("the best model, of step ", step, ", is lost: ", reason, "; ", what_then));
  if (!checkpoint) return;
  const auto stored = load_checkpoint(*checkpoint, files_.tokenizer_fingerprint).weights;
  NamedTensors weights;
  for (const auto& [name, tensor] : names) weights.emplace_back(name, stored.at(name));
  save(weights);
}

}  // namespace tfm
