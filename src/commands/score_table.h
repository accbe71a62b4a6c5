// Systems, metrics, and the score of each with each.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "metrics/corpus.h"
#include "metrics/metric.h"
#include "significance/resampling.h"

namespace tfm {

struct ScoredSystem {
  std::string name;
  std::vector<std::string> hypotheses;
};

struct SystemScore {
  double score = 0.0;
  std::string verbose{};
  std::optional<Confidence> confidence{};
  std::optional<double> p_value{};  // against the first system
};

// One metric's scores.
struct MetricScores {
  std::string name;
  std::string signature;
  SignatureFields fields;
  std::vector<SystemScore> systems;  // in the order of the systems
};

struct ScoreTable {
  std::vector<std::string> systems;
  std::vector<MetricScores> metrics;
};

// How sure the scores are. With `paired`, the first system is the baseline that the others are tested against.
struct SignificanceOptions {
  Resampling resampling{};
  bool paired = false;
};

// `threads`: 0 takes one for each core.
ScoreTable score_systems(const std::vector<std::unique_ptr<Metric>>& metrics, const std::vector<ScoredSystem>& systems,
                         const References& references, const SignificanceOptions& significance, int threads);

}  // namespace tfm
