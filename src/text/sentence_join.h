// Sentences side by side on one line.
#pragma once

#include <string>
#include <string_view>

namespace tfm {

// Adds a sentence to a line. Languages that write no blanks between sentences (Chinese, Japanese, Thai, ...) get one
// only between two ASCII characters, all others always, and no language (empty) except between East Asian characters.
// Blanks at both ends of a sentence don't count; what is empty then adds nothing.
void append_sentence(std::string& line, std::string_view sentence, std::string_view language);

}  // namespace tfm
