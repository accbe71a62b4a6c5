// Unicode's properties of code points, as far as anything here asks for them.
#pragma once

#include <string>
#include <string_view>

namespace tfm {

bool is_punctuation(char32_t c);  // general category P
bool is_symbol(char32_t c);       // S
bool is_number(char32_t c);       // N

// Python's str.lower(): Unicode's full mapping, a capital sigma that ends its word becoming the final one.
std::u32string lowercase(std::u32string_view text);

}  // namespace tfm
