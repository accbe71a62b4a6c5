// --forbid: a file of words and phrases that no translation has.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "text/tokenizer.h"

namespace tfm {

// The ways in which the vocabulary spells the file's lines. Blank lines are passed over; one that the vocabulary can't
// spell can't come out, which a warning says. UserError when there is no word in it.
std::vector<std::vector<int32_t>> read_forbidden_words(const std::string& file, const Tokenizer& tokenizer);

}  // namespace tfm
