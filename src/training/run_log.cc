#include "training/run_log.h"

#include <chrono>
#include <variant>
#include <vector>

#include "events/markdown_table.h"

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

RunLog::RunLog(const std::filesystem::path& run_folder, const TrainingState& state, bool for_tensorboard,
               report::RunReport* report)
    : lines_(run_folder / "log.jsonl", state.log_bytes), report_(report) {
  if (for_tensorboard) events_.emplace(run_folder / "tensorboard", state.step);
  if (report_ != nullptr) report_->begin(state.step);
}

void RunLog::write(const std::string& event, int64_t step, const TrainingLog::Fields& fields) {
  TrainingLog::Fields line{{"step", step}};
  line.insert(line.end(), fields.begin(), fields.end());
  const std::string text = lines_.write(event, line);
  const auto scalars = measures(event, fields);
  if (events_ && !scalars.empty()) events_->append({step, seconds_since_1970()}, scalars);
  if (report_ != nullptr) report_->add(text);
}

void RunLog::write_samples(int64_t step, const SampleTranslations& samples) {
  write("samples", step,
        {{"sources", samples.sources}, {"references", samples.references}, {"translations", samples.translations}});
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < samples.translations.size(); ++i) {
    rows.push_back({samples.sources[i], samples.references[i], samples.translations[i]});
  }
  write_text("validation", step, "translations", events::markdown_table({"source", "reference", "translation"}, rows));
}

void RunLog::checkpoint_saved(int64_t step) {
  if (report_ != nullptr) report_->saved(step);
}

void RunLog::write_text(const std::string& event, int64_t step, const std::string& name, const std::string& markdown) {
  if (events_) events_->append_text({step, seconds_since_1970()}, tag(event, name), markdown);
}

}  // namespace tfm
