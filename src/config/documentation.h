// What a table says about its keys, as text for people and tools.
#pragma once

#include <string>

#include "config/schema.h"

namespace tfm {

// For a terminal of 100 columns.
std::string describe_keys(const ValueInfo& root);
// A GitHub table: key, default, allowed, meaning.
std::string markdown_table(const ValueInfo& root);

}  // namespace tfm
