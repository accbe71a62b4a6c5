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

DecodingModel member(const LoadedModel& loaded, double weight) {
  auto result = decoding_model(loaded);
  result.weight = weight;
  return result;
}

}  // namespace

LoadedEnsemble load_ensemble(const std::vector<std::string>& folders, const std::vector<double>& weights,
                             at::Device device) {
  check_model_weights(folders.size(), weights);
  const auto weight = [&](std::size_t i) { return weights.empty() ? 1.0 : weights[i]; };
  LoadedEnsemble ensemble{.first = load_to_translate(folders.front(), device), .models = {}};
  ensemble.models.push_back(member(ensemble.first, weight(0)));
  for (std::size_t i = 1; i < folders.size(); ++i) {
    const auto other = load_to_translate(folders[i], device);
    if (other.tokenizers.fingerprint() != ensemble.first.tokenizers.fingerprint()) {
      throw UserError(concat("--model ", folders.front(), " and --model ", folders[i],
                             " have different vocabularies, so that they can't translate together; give models that "
                             "were trained with one vocabulary"));
    }
    ensemble.models.push_back(member(other, weight(i)));
  }
  return ensemble;
}

}  // namespace tfm
