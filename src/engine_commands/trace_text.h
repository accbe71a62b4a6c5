// The steps of one sentence pair through the model, as text to read beside the sources.
#pragma once

#include <string>

#include "library/loaded_model.h"

namespace tfm {

// Every step of model/trace.h with its shape and the first numbers of its first rows. UserError when a side is blank.
std::string trace_text(LoadedModel& loaded, const std::string& source, const std::string& target);

}  // namespace tfm
