#include "events/event_file.h"

#include <utility>

#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "events/event_folder.h"
#include "events/records.h"

namespace tfm::events {

EventFile::EventFile(std::filesystem::path folder, int64_t last_step)
    : folder_(std::move(folder)), last_step_(last_step) {
  make_folder(folder_);
  cut_back_event_files(folder_, last_step);
}

void EventFile::append(const EventTime& time, const std::vector<Scalar>& scalars) {
  begin(time.wall_time);
  write(scalars_event(time, scalars));
}

void EventFile::append_text(const EventTime& time, std::string_view tag, std::string_view markdown) {
  begin(time.wall_time);
  write(text_event(time, tag, markdown));
}

void EventFile::begin(double wall_time) {
  if (!path_.empty()) return;
  path_ = new_event_file(folder_, wall_time);
  out_.open(path_, std::ios::binary);
  write(version_event(wall_time));
  write(session_start_event({last_step_ + 1, wall_time}));
}

void EventFile::write(std::string_view event) {
  out_ << framed(event) << std::flush;
  if (!out_) {
    throw UserError(concat("can't write ", path_.string(), ": the disk may be full, or the folder not yours to write"),
                    ExitCode::kFailed);
  }
}

}  // namespace tfm::events
