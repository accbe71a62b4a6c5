// English words whose full stop ends no sentence.
#pragma once

#include <string_view>

namespace tfm {

// `word`: the ASCII letters, digits and full stops before the full stop in question. Titles and the like ("Dr",
// "vs"), initials ("J"), dotted names ("U.S", "e.g"), and before a number what numbers follow ("No", "pp").
bool is_abbreviation(std::string_view word, bool before_number);

}  // namespace tfm
