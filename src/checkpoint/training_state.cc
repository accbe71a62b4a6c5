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
  visit("epoch", state.epoch);
  visit("pool", state.pool);
  visit("batch", state.batch);
  visit("target_tokens", state.target_tokens);
  visit("skipped_updates", state.skipped_updates);
  visit("skipped_in_a_row", state.skipped_in_a_row);
  visit("logged_loss_sum", state.logged_loss_sum);
  visit("logged_tokens", state.logged_tokens);
  visit("best_score", state.best_score);
  visit("best_step", state.best_step);
  visit("validation_due", state.validation_due);
  visit("log_bytes", state.log_bytes);
}

template <typename T>
void write(Json& json, const char* name, const T& value) {
  json[name] = value;
}
void write(Json& json, const char* name, const std::optional<int64_t>& value) {
  json[name] = value ? Json(*value) : Json(nullptr);
}
template <typename T>
void read(const Json& json, const char* name, T& value) {
  value = json.at(name).get<T>();
}
void read(const Json& json, const char* name, std::optional<int64_t>& value) {
  if (const auto& found = json.at(name); !found.is_null()) value = found.get<int64_t>();
}

}  // namespace

std::string to_json(const TrainingState& state) {
  Json json;
  visit_fields(state, [&](const char* name, const auto& value) { write(json, name, value); });
  return json.dump();
}

TrainingState training_state_from_json(const std::string& text, const std::string& where) {
  try {
    const auto json = Json::parse(text);
    TrainingState state;
    visit_fields(state, [&](const char* name, auto& value) { read(json, name, value); });
    return state;
  } catch (const Json::exception& problem) {
    throw UserError(concat(where, " is damaged: ", problem.what()));
  }
}

}  // namespace tfm
