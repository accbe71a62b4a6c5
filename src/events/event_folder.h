// A folder of event files, one for each start of a run, which TensorBoard reads in the order of their names.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace tfm::events {

// In the order of their names; a missing folder has none.
std::vector<std::filesystem::path> event_files(const std::filesystem::path& folder);

// "events.out.tfevents.<seconds>.<host>.<process>". The seconds are those of `wall_time`, or as many as it takes to
// stand behind every file that is there.
std::filesystem::path new_event_file(const std::filesystem::path& folder, double wall_time);

// Cuts each file off at its first event after `last_step`, or where its records are not whole any more. None is
// removed, even if it shows nothing then: a TensorBoard that is reading it would wait for it for ever. UserError when a
// file can't be read or (kFailed) changed.
void cut_back_event_files(const std::filesystem::path& folder, int64_t last_step);

}  // namespace tfm::events
