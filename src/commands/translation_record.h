// What the lines of an output of tfm translate depend on.
#pragma once

#include <CLI/CLI.hpp>

#include "commands/translate_input.h"
#include "commands/translate_options.h"
#include "core/partial_file.h"

namespace tfm {

// The program's version, the checksums of input and model, and every option of `command` that was given, with the
// checksum of the file that its value names, but for those that change nothing in the output.
// Lines that were made from something else are refused, with each thing that differs.
LinesRecord translation_record(const CLI::App& command, const TranslateOptions& options, const TranslateInput& input);

}  // namespace tfm
