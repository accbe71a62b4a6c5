#include "events/event_file.h"

#include <utility>

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
  if (file_) return;
  file_.emplace(new_event_file(folder_, wall_time));
  write(version_event(wall_time));
  write(session_start_event({last_step_ + 1, wall_time}));
}

void EventFile::write(std::string_view event) { file_->append(framed(event)); }

}  // namespace tfm::events
