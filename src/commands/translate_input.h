// The lines that tfm translate is given: arguments, stdin or a file.
#pragma once

#include <functional>
#include <istream>
#include <optional>

#include "commands/translate_options.h"
#include "text/unicode.h"

namespace tfm {

using NextLine = std::function<std::optional<CleanLine>()>;  // nothing at the end

// What `options` name. options.encoding_found says what a file is written in.
NextLine open_lines(TranslateOptions& options);

}  // namespace tfm
