// Translating a text to score it: shared by validation, the final test and tfm eval.
#pragma once

#include <string>
#include <vector>

#include "config/config.h"
#include "decoding/translator.h"
#include "metrics/bleu.h"

namespace tfm {

// The tokenization that the config names, or that suits its target language.
BleuOptions bleu_options(const Config& config);

// One translation a line, in order; shows progress under the name `what`.
std::vector<std::string> translate_lines(Translator& translator, const std::vector<std::string>& lines,
                                         const std::string& what);

}  // namespace tfm
