// One writer for a file.
#pragma once

#include <filesystem>

#include "core/system_files.h"

namespace tfm {

// Holds an exclusive lock on a file that is there, until destroyed (or the process dies).
class FileLock {
 public:
  // UserError (kFailed) when somebody else holds it.
  explicit FileLock(const std::filesystem::path& file);

 private:
  Descriptor file_;
};

}  // namespace tfm
