// What has happened in a run, as its log tells it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/curve.h"

namespace tfm::report {

struct Validation {
  int64_t step = 0;
  std::vector<std::pair<std::string, std::optional<double>>> scores{};  // "loss", "bleu", ...; none: not finite
  bool best = false;                                                    // so far, when it was made
};

// The same sentences, translated at several steps.
struct Samples {
  struct Version {
    int64_t step = 0;
    std::vector<std::string> translations{};
  };
  std::vector<std::string> sources{};
  std::vector<std::string> references{};
  std::vector<Version> versions{};
  bool has_more = false;  // some were left out
};

// Bounded, whatever the length of the run: curves as in curve.h, and of longer lists every second entry goes, but never
// the first, the last or the best. So adding a line costs the same after a million of them.
class RunHistory {
 public:
  static constexpr std::size_t kMostValidations = 200;
  static constexpr std::size_t kMostVersions = 12;  // of the sample translations

  // One line of log.jsonl. What isn't known is passed over, and so is a line that is no JSON.
  void add(std::string_view line);

  struct NamedCurve {
    std::string name;  // the log's
    Curve curve{};
  };
  const std::vector<NamedCurve>& training_curves() const { return training_; }
  const std::vector<NamedCurve>& validation_curves() const { return validation_; }
  const std::vector<Validation>& validations() const { return validations_; }
  // Whether some were left out of the list.
  bool has_more_validations() const { return has_more_validations_; }
  // The last that was the best so far.
  std::optional<Validation> best() const;
  const Samples& samples() const { return samples_; }

  int64_t step() const { return step_; }      // of the last line
  int64_t tokens() const { return tokens_; }  // real target tokens trained on
  int64_t skipped_updates() const { return skipped_updates_; }
  double seconds() const { return seconds_; }  // spent on updates; from the logged speed, so that it outlives resumes
  int64_t rollbacks() const { return rollbacks_; }
  bool diverged() const { return diverged_; }
  // The newest value of a training curve.
  std::optional<double> latest(std::string_view name) const;

 private:
  std::vector<NamedCurve> training_ = {{"loss"}, {"learning_rate"}, {"gradient_norm"}, {"tokens_per_second"}};
  std::vector<std::optional<double>> latest_ = std::vector<std::optional<double>>(training_.size());
  std::vector<NamedCurve> validation_;
  std::vector<Validation> validations_;
  std::optional<int64_t> best_step_;
  bool has_more_validations_ = false;
  Samples samples_;
  int64_t step_ = 0;
  int64_t tokens_ = 0;
  int64_t skipped_updates_ = 0;
  double seconds_ = 0.0;
  int64_t rollbacks_ = 0;
  bool diverged_ = false;

  struct Reader;  // knows JSON
};

// Of a whole log; a missing file is a run that hasn't begun.
RunHistory read_run_history(const std::filesystem::path& log_file);

}  // namespace tfm::report
