#include "commands/ensemble_models.h"

#include <algorithm>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {
namespace {

void check_model_weights(std::size_t models, const std::vector<double>& weights) {
  if (weights.empty()) return;
  if (weights.size() != models) {
    throw UserError(concat("--model-weights has ", weights.size(), weights.size() == 1 ? " number" : " numbers",
                           " for ", models, " --model; give one for each"));
  }
  if (models == 1) throw UserError("--model-weights is for several --model; leave it out for one");
  if (std::ranges::any_of(weights, [](double weight) { return !(weight > 0.0) || weight > 1e9; })) {
    throw UserError("--model-weights: each must be a number above 0");
  }
}

}  // namespace

OpenedEnsemble open_ensemble(const std::vector<std::string>& folders, const std::vector<double>& weights) {
  check_model_weights(folders.size(), weights);
  OpenedEnsemble ensemble{.models = {},
                          .weights = weights.empty() ? std::vector<double>(folders.size(), 1.0) : weights};
  for (const auto& folder : folders) {
    ensemble.models.push_back(open_model(folder));
    if (ensemble.models.back().tokenizers.fingerprint() != ensemble.models.front().tokenizers.fingerprint()) {
      throw UserError(concat("--model ", folders.front(), " and --model ", folder,
                             " have different vocabularies, so that they can't translate together; give models that "
                             "were trained with one vocabulary"));
    }
  }
  return ensemble;
}

}  // namespace tfm
