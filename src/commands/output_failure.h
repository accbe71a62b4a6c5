// Why the results can't be written.
#pragma once

#include <string>

#include "core/error.h"

namespace tfm {

// To be thrown right after a write to `place` failed: with the system's reason, where it gave one.
UserError output_failure(const std::string& place);

}  // namespace tfm
