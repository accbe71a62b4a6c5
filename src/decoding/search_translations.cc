#include "decoding/search_translations.h"

#include "decoding/ensemble.h"
#include "search/beam_search.h"
#include "search/constrained_search.h"
#include "search/sampling.h"

namespace tfm {

std::vector<std::vector<Hypothesis>> search_translations(std::span<const EnsembleMember> models,
                                                         const std::vector<std::vector<int32_t>>& sources,
                                                         const std::vector<SentenceTask>& tasks,
                                                         const SearchOptions& options) {
  std::vector<NextTokenModel> started;
  std::vector<double> weights;
  for (const auto& [model, weight] : models) {
    started.push_back(model->start(sources, options.coverage_penalty > 0.0));
    weights.push_back(weight);
  }
  const auto next_token = mean_of(std::move(started), weights);
  if (options.sampling) return sample(next_token, tasks, options);
  const bool constrained = !tasks.empty() && tasks.front().constraint;
  return constrained ? constrained_search(next_token, tasks, options) : beam_search(next_token, tasks, options);
}

}  // namespace tfm
