#include "checkpoint/saving.h"

#include "core/concat.h"
#include "core/error.h"

namespace tfm {

int64_t bytes_of(const NamedTensors& tensors) {
  int64_t bytes = 0;
  for (const auto& [name, tensor] : tensors) bytes += static_cast<int64_t>(tensor.nbytes());
  return bytes;
}

void save_or_name_room(const std::filesystem::path& folder, int64_t bytes, const std::function<void()>& save) {
  try {
    save();
  } catch (const UserError& problem) {
    throw UserError(concat("can't save ", folder.string(), ", which takes ", bytes, " bytes: ", problem.what()),
                    ExitCode::kFailed);
  }
}

}  // namespace tfm
