// What a text is written in, as far as scoring needs to know.
#pragma once

#include <string>
#include <vector>

#include "metrics/bleu.h"

namespace tfm {

// zh when at least a third of the characters that aren't white space are Han ideographs, 13a otherwise: for texts whose
// language nobody states.
BleuTokenization bleu_tokenization_for_text(const std::vector<std::string>& lines);

}  // namespace tfm
