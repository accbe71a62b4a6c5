// All that the page of a run shows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config/config.h"
#include "report/corpus_figures.h"
#include "report/run_history.h"

namespace tfm::report {

enum class RunState { kRunning, kFinished, kStopped, kDiverged, kFailed };
const char* name_of(RunState state);

using NamedTexts = std::vector<std::pair<std::string, std::string>>;

// What doesn't change while the process trains.
struct RunFacts {
  std::string name;  // the run folder's
  Config config;
  std::string model;       // "1.2M parameters, ..."
  NamedTexts environment;  // versions, device, threads, ...
};

struct RunView {
  const RunFacts& facts;
  const RunHistory& history;
  const std::optional<DataFigures>& data;
  RunState state = RunState::kRunning;
  std::string reason{};                 // of a state that needs one, for a person
  std::optional<int64_t> saved_step{};  // of the newest checkpoint
  std::string written{};                // when the page was: "2026-11-30T20:15:00Z"
};

}  // namespace tfm::report
