#include "report/run_history.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

namespace tfm::report {
namespace {

using Json = nlohmann::ordered_json;

std::optional<double> number_at(const Json& line, const std::string& key) {
  const auto found = line.find(key);
  return found != line.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

int64_t integer_at(const Json& line, const std::string& key, int64_t otherwise) {
  const auto found = line.find(key);
  return found != line.end() && found->is_number_integer() ? found->get<int64_t>() : otherwise;
}

std::vector<std::string> texts_at(const Json& line, const std::string& key) {
  std::vector<std::string> texts;
  const auto found = line.find(key);
  if (found == line.end() || !found->is_array()) return texts;
  for (const auto& entry : *found) texts.push_back(entry.is_string() ? entry.get<std::string>() : "");
  return texts;
}

// Where there are more than `most`, every second goes, from the second on; `keeps` says which stay all the same.
// True: some went.
template <typename Entry, typename Keeps>
bool thin_out(std::vector<Entry>& list, std::size_t most, const Keeps& keeps) {
  if (list.size() <= most) return false;
  std::vector<Entry> kept;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i % 2 == 0 || i + 1 == list.size() || keeps(list[i])) kept.push_back(std::move(list[i]));
  }
  list = std::move(kept);
  return true;
}

}  // namespace

struct RunHistory::Reader {
  RunHistory& history;

  void read(const Json& line) {
    const auto event = line.find("event");
    if (event == line.end()) return;
    history.step_ = integer_at(line, "step", history.step_);
    if (*event == "step") read_step(line);
    if (*event == "validation") read_validation(line);
    if (*event == "samples") read_samples(line);
    if (*event == "rollback") read_rollback(line);
    if (*event == "diverged") history.diverged_ = true;
  }

  void read_step(const Json& line) {
    for (std::size_t i = 0; i < history.training_.size(); ++i) {
      auto& [name, curve] = history.training_[i];
      history.latest_[i] = number_at(line, name);
      if (history.latest_[i]) curve.add(history.step_, *history.latest_[i]);
    }
    const auto tokens = integer_at(line, "tokens", history.tokens_);
    const double speed = number_at(line, "tokens_per_second").value_or(0.0);
    const auto trained = std::max<int64_t>(0, tokens - history.tokens_);  // fewer than before after a rollback
    if (speed > 0.0) history.seconds_ += static_cast<double>(trained) / speed;
    history.tokens_ = tokens;
    history.skipped_updates_ = integer_at(line, "skipped_updates", history.skipped_updates_);
  }

  // The way that was left goes, but for its best model, which stays the run's.
  void read_rollback(const Json& line) {
    history.step_ = integer_at(line, "to_step", history.step_);
    ++history.rollbacks_;
    for (auto* curves : {&history.training_, &history.validation_}) {
      for (auto& [name, curve] : *curves) curve.cut_back(history.step_);
    }
    std::erase_if(history.validations_, [&](const Validation& entry) {
      return entry.step > history.step_ && entry.step != history.best_step_;
    });
    std::erase_if(history.samples_.versions, [&](const auto& version) { return version.step > history.step_; });
  }

  void read_validation(const Json& line) {
    Validation validation{.step = history.step_, .best = line.value("best", Json(false)) == true};
    for (const auto& [name, value] : line.items()) {
      if (name == "step" || !(value.is_number() || value.is_null())) continue;
      validation.scores.emplace_back(name, number_at(line, name));
      if (const auto score = validation.scores.back().second) curve_of(name).add(history.step_, *score);
    }
    if (validation.best) history.best_step_ = history.step_;
    history.validations_.push_back(std::move(validation));
    history.has_more_validations_ |= thin_out(history.validations_, kMostValidations, [&](const Validation& entry) {
      return entry.step == history.best_step_;
    });
  }

  Curve& curve_of(const std::string& name) {
    const auto found = std::ranges::find(history.validation_, name, &NamedCurve::name);
    if (found != history.validation_.end()) return found->curve;
    return history.validation_.emplace_back(NamedCurve{name}).curve;
  }

  void read_samples(const Json& line) {
    auto& samples = history.samples_;
    auto sources = texts_at(line, "sources"), references = texts_at(line, "references");
    if (sources != samples.sources || references != samples.references) {  // another validation set since then
      samples = {.sources = std::move(sources), .references = std::move(references)};
    }
    samples.versions.push_back({history.step_, texts_at(line, "translations")});
    samples.has_more |= thin_out(samples.versions, kMostVersions, [](const Samples::Version&) { return false; });
  }
};

void RunHistory::add(std::string_view text) {
  const auto line = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (line.is_object()) Reader{*this}.read(line);
}

std::optional<Validation> RunHistory::best() const {
  const auto found = std::ranges::find_if(validations_, [&](const auto& entry) { return entry.step == best_step_; });
  return found == validations_.end() ? std::nullopt : std::optional(*found);
}

std::optional<double> RunHistory::latest(std::string_view name) const {
  const auto found = std::ranges::find(training_, name, &NamedCurve::name);
  return found == training_.end() ? std::nullopt : latest_[static_cast<std::size_t>(found - training_.begin())];
}

RunHistory read_run_history(const std::filesystem::path& log_file) {
  RunHistory history;
  std::ifstream in(log_file, std::ios::binary);
  for (std::string line; std::getline(in, line);) history.add(line);
  return history;
}

}  // namespace tfm::report
