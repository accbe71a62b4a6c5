#include "checkpoint/training_state.h"

#include <nlohmann/json.hpp>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {
namespace {

using Json = nlohmann::ordered_json;

// The one list of the state's fields: both directions go through it.
template <typename State, typename Visit>
void visit_fields(State& state, const Visit& visit) {
  visit("step", state.step);
  visit("optimizer_updates", state.optimizer_updates);
  visit("seconds", state.seconds);
  visit("epoch", state.epoch);
  visit("pool", state.pool);
  visit("batch", state.batch);
  visit("target_tokens", state.target_tokens);
  visit("skipped_updates", state.skipped_updates);
  visit("skipped_in_a_row", state.skipped_in_a_row);
  visit("logged_loss_sum", state.logged_loss_sum);
  visit("logged_tokens", state.logged_tokens);
  visit("loss_scale", state.loss_scale);
  visit("updates_at_scale", state.updates_at_scale);
  visit("rollbacks", state.rollbacks);
  visit("learning_rate_factor", state.learning_rate_factor);
  visit("averaged_losses", state.loss.updates);
  visit("average_loss", state.loss.average);
  visit("lowest_average_loss", state.loss.lowest);
  visit("newest_loss", state.loss.newest);
  visit("best_step", state.validation.best_step);
  visit("best_score", state.validation.best_score);
  visit("validated_step", state.validation.newest_step);
  visit("validated_score", state.validation.newest_score);
  visit("score_to_beat", state.validation.score_to_beat);
  visit("validations_without_gain", state.validation.without_gain);
  visit("validation_due", state.validation_due);
  visit("log_bytes", state.log_bytes);
}

// Those that came later: 0 in the state of an older run.
template <typename State, typename Visit>
void visit_later_fields(State& state, const Visit& visit) {
  visit("logged_alignment_loss_sum", state.logged_alignment_loss_sum);
  visit("logged_linked_targets", state.logged_linked_targets);
}

template <typename T>
void write(Json& json, const char* name, const T& value) {
  json[name] = value;
}
template <typename T>
void write(Json& json, const char* name, const std::optional<T>& value) {
  json[name] = value ? Json(*value) : Json(nullptr);
}
template <typename T>
void read(const Json& json, const char* name, T& value) {
  value = json.at(name).get<T>();
}
template <typename T>
void read(const Json& json, const char* name, std::optional<T>& value) {
  if (const auto& found = json.at(name); !found.is_null()) value = found.get<T>();
}

}  // namespace

std::string to_json(const TrainingState& state) {
  Json json;
  visit_fields(state, [&](const char* name, const auto& value) { write(json, name, value); });
  visit_later_fields(state, [&](const char* name, const auto& value) { write(json, name, value); });
  return json.dump();
}

TrainingState training_state_from_json(const std::string& text, const std::string& where) {
  try {
    const auto json = Json::parse(text);
    TrainingState state;
    visit_fields(state, [&](const char* name, auto& value) { read(json, name, value); });
    visit_later_fields(state, [&](const char* name, auto& value) {
      if (json.contains(name)) read(json, name, value);
    });
    return state;
  } catch (const Json::exception& problem) {
    throw UserError(concat(where, " is damaged: ", problem.what()));
  }
}

}  // namespace tfm
