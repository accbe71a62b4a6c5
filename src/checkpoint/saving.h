// What a save that fails says.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "checkpoint/safetensors.h"

namespace tfm {

// Of their data; headers are small beside it.
int64_t bytes_of(const NamedTensors& tensors);

// Calls `save`. Its UserError becomes one (kFailed) that also names the folder and the room that it takes.
void save_or_name_room(const std::filesystem::path& folder, int64_t bytes, const std::function<void()>& save);

}  // namespace tfm
