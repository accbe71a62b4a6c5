#include "training/run_log.h"

#include <chrono>
#include <variant>
#include <vector>

namespace tfm {
namespace {

double seconds_since_1970() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::string tag(const std::string& event, const std::string& name) {
  return (event == "step" ? "train" : event) + "/" + name;
}

std::vector<events::Scalar> measures(const std::string& event, const TrainingLog::Fields& fields) {
  std::vector<events::Scalar> scalars;
  for (const auto& [name, value] : fields) {
    if (const auto* number = std::get_if<double>(&value)) scalars.push_back({tag(event, name), *number});
  }
  return scalars;
}

}  // namespace

RunLog::RunLog(const std::filesystem::path& run_folder, const TrainingState& state, bool for_tensorboard)
    : lines_(run_folder / "log.jsonl", state.log_bytes) {
  if (for_tensorboard) events_.emplace(run_folder / "tensorboard", state.step);
}

void RunLog::write(const std::string& event, int64_t step, const TrainingLog::Fields& fields) {
  TrainingLog::Fields line{{"step", step}};
  line.insert(line.end(), fields.begin(), fields.end());
  lines_.write(event, line);
  if (events_) events_->append({step, seconds_since_1970()}, measures(event, fields));
}

void RunLog::write_text(const std::string& event, int64_t step, const std::string& name, const std::string& markdown) {
  if (events_) events_->append_text({step, seconds_since_1970()}, tag(event, name), markdown);
}

}  // namespace tfm
