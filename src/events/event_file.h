// What TensorBoard shows of a run: https://www.tensorflow.org/tensorboard.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "events/event_message.h"

namespace tfm::events {

// The event file of one start of a run. Each event is on its way to the disk when its function returns.
class EventFile {
 public:
  // Cuts the files that `folder` holds back to the updates up to `last_step`, as a run does that goes on from there,
  // and begins a new one: a file that is cut and then grows again would mislead a TensorBoard that is reading it. Makes
  // the folder. Every function: UserError (kFailed) when a file can't be written.
  EventFile(const std::filesystem::path& folder, int64_t last_step, double wall_time);

  // One event, so that a kill leaves all of its values or none.
  void append(const EventTime& time, const std::vector<Scalar>& scalars);
  void append_text(const EventTime& time, std::string_view tag, std::string_view markdown);

  const std::filesystem::path& path() const { return path_; }

 private:
  void write(std::string_view event);

  std::filesystem::path path_;
  std::ofstream out_;
};

}  // namespace tfm::events
