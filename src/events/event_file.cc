#include "events/event_file.h"

#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "events/event_folder.h"
#include "events/records.h"

namespace tfm::events {

EventFile::EventFile(const std::filesystem::path& folder, int64_t last_step, double wall_time) {
  make_folder(folder);
  path_ = new_event_file(folder, wall_time);  // before the others may go: a name is never used again
  cut_back_event_files(folder, last_step);
  out_.open(path_, std::ios::binary);
  write(version_event(wall_time));
  write(session_start_event({last_step + 1, wall_time}));
}

void EventFile::append(const EventTime& time, const std::vector<Scalar>& scalars) {
  write(scalars_event(time, scalars));
}

void EventFile::append_text(const EventTime& time, std::string_view tag, std::string_view markdown) {
  write(text_event(time, tag, markdown));
}

void EventFile::write(std::string_view event) {
  out_ << framed(event) << std::flush;
  if (!out_) {
    throw UserError(concat("can't write ", path_.string(), ": the disk may be full, or the folder not yours to write"),
                    ExitCode::kFailed);
  }
}

}  // namespace tfm::events
