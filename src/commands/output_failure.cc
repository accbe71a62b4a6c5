#include "commands/output_failure.h"

#include <cerrno>
#include <cstring>

#include "core/concat.h"

namespace tfm {

UserError output_failure(const std::string& place) {
  const int error = errno;
  return UserError(
      concat(place, " can't be written", error == 0 ? "; the disk may be full" : concat(": ", std::strerror(error))),
      ExitCode::kFailed);
}

}  // namespace tfm
