#include "engine_commands/run_overview.h"

namespace tfm {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson number_or_null(const std::optional<double>& number) { return number ? OrderedJson(*number) : nullptr; }

OrderedJson scores_json(const report::Validation& validation) {
  OrderedJson json{{"step", validation.step}};
  for (const auto& [key, score] : validation.scores) json[key] = number_or_null(score);
  return json;
}

OrderedJson pairs_json(const report::PairCounts& pairs) {
  return {{"read", pairs.read}, {"kept", pairs.kept}, {"dropped", pairs.dropped}, {"altered", pairs.altered}};
}

}  // namespace

nlohmann::ordered_json overview_json(const CheckpointOverview& checkpoint) {
  OrderedJson json{{"folder", checkpoint.folder.string()}, {"bytes", checkpoint.bytes}};
  json["whole"] = checkpoint.state.has_value();
  if (!checkpoint.state) {
    json["problem"] = checkpoint.problem;
    return json;
  }
  json["step"] = checkpoint.state->step;
  json["epochs_done"] = checkpoint.state->epoch;
  json["tokens"] = checkpoint.state->target_tokens;
  json["skipped_updates"] = checkpoint.state->skipped_updates;
  return json;
}

nlohmann::ordered_json overview_json(const RunOverview& run) {
  const auto& history = run.history;
  OrderedJson json{{"folder", run.folder.string()},
                   {"state", run.state},
                   {"step", run.step()},
                   {"max_steps", run.config.training.max_steps},
                   {"precision", precision_name(run.config.training.precision)},
                   {"tokens", run.tokens()},
                   {"seconds", run.seconds()},
                   {"skipped_updates", history.skipped_updates()},
                   {"rollbacks", history.rollbacks()},
                   {"learning_rate", number_or_null(history.latest("learning_rate"))},
                   {"loss", number_or_null(history.latest("loss"))}};
  const auto best = history.best();
  json["last_validation"] = history.validations().empty() ? nullptr : scores_json(history.validations().back());
  json["best_validation"] = best ? scores_json(*best) : nullptr;
  json["corpora"] = run.data ? pairs_json(run.data->pairs) : OrderedJson(nullptr);
  json["checkpoints"] = OrderedJson::array();
  for (const auto& checkpoint : run.checkpoints) json["checkpoints"].push_back(overview_json(checkpoint));
  const auto page = run.folder / "report.html";
  json["report"] = std::filesystem::exists(page) ? OrderedJson(page.string()) : OrderedJson(nullptr);
  return json;
}

}  // namespace tfm
