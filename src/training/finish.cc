#include "training/finish.h"

#include <algorithm>
#include <vector>

#include "core/concat.h"

namespace tfm {
namespace {

struct Limit {
  std::string name;
  double done;
  double most;
};

std::vector<Limit> limits(const TrainingState& state, const TrainingConfig& config) {
  std::vector<Limit> all{{"max_steps", static_cast<double>(state.step), static_cast<double>(config.max_steps)}};
  const auto add = [&](const char* name, double done, const auto& most) {
    if (most) all.push_back({name, done, static_cast<double>(*most)});
  };
  add("max_epochs", static_cast<double>(state.epoch), config.max_epochs);
  add("max_tokens", static_cast<double>(state.target_tokens), config.max_tokens);
  add("max_hours", state.seconds / 3600.0, config.max_hours);
  return all;
}

}  // namespace

std::optional<std::string> why_finished(const TrainingState& state, const TrainingConfig& config) {
  for (const auto& [name, done, most] : limits(state, config)) {
    if (done >= most) return concat(name, " reached");
  }
  if (config.patience && state.validation.without_gain >= *config.patience) {
    return concat("no gain in ", state.validation.without_gain, " validations (patience)");
  }
  return std::nullopt;
}

double share_done(const TrainingState& state, const TrainingConfig& config) {
  double share = 0.0;
  for (const auto& [name, done, most] : limits(state, config)) share = std::max(share, done / most);
  return std::min(share, 1.0);
}

}  // namespace tfm
