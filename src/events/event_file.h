// What TensorBoard shows of a run: https://www.tensorflow.org/tensorboard.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "core/appending_file.h"
#include "events/event_message.h"

namespace tfm::events {

// The event file of one start of a run. Each event is on its way to the disk when its function returns.
class EventFile {
 public:
  // Cuts the files that `folder` holds back to the updates up to `last_step`, as a run does that goes on from there.
  // Makes the folder. Every function: UserError when a file can't be read or (kFailed) written.
  EventFile(std::filesystem::path folder, int64_t last_step);

  // One event, so that a kill leaves all of its values or none. The first begins a new file: one that was cut and grew
  // again would mislead a TensorBoard that is reading it.
  void append(const EventTime& time, const std::vector<Scalar>& scalars);
  void append_text(const EventTime& time, std::string_view tag, std::string_view markdown);

 private:
  void begin(double wall_time);
  void write(std::string_view event);

  std::filesystem::path folder_;
  int64_t last_step_;
  std::optional<AppendingFile> file_;  // from the first event on
};

}  // namespace tfm::events
