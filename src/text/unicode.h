// UTF-8, checked and mended. No tables beyond what the line contract needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tfm {

bool is_valid_utf8(std::string_view bytes);
// How many bytes there are before the first ill-formed sequence, and how many a sequence at the front has.
size_t valid_utf8_length(std::string_view bytes);
size_t sequence_length(std::string_view bytes);

// The character at the front, or the bytes there that are none (as repair_utf8 counts them). `bytes` isn't empty.
std::string_view first_character(std::string_view bytes);

struct RepairedText {
  std::string text;          // valid UTF-8
  int64_t replacements = 0;  // maximal ill-formed sequences that became U+FFFD (as Unicode's chapter 3.9 and Python do)
};
RepairedText repair_utf8(std::string_view bytes);

// Nothing but Unicode white space, zero-width characters, byte-order marks or controls. Zero-width are the characters
// that Unicode calls "default ignorable". Bytes that are not UTF-8 are something.
bool is_blank(std::string_view utf8);

// Line breaks (LF, CR, VT, FF, U+0085, U+2028, U+2029), NUL and other controls become one blank each; tab stays.
// Returns how many there were. Bytes that are not UTF-8 stay as they are.
int64_t blank_controls(std::string& utf8);

// Without white space at both ends, and with one blank for each run of it inside (Unicode's White_Space and the
// separators U+001C to U+001F, as Python's \s).
std::string collapse_white_space(std::string_view utf8);

// One line as it came from a file: without byte-order mark (where `first_line`) and the carriage return at its end,
// mended where it is not UTF-8. Line breaks inside the line (CR, VT, FF, U+0085, U+2028, U+2029) and NUL and other
// controls become blanks, so that nothing below ever sees a line break. Characters that nobody sees and no model should
// learn go: U+200B, U+FEFF, U+2060, soft hyphens, marks of direction. Joiners (U+200C, U+200D) and variation selectors
// stay: they are part of what is written.
struct CleanLine {
  std::string text;
  bool had_bom = false;
  bool had_carriage_return = false;
  int64_t replaced_sequences = 0;  // invalid UTF-8
  int64_t replaced_controls = 0;   // line breaks inside, NUL, controls (tab excepted)
  int64_t removed_zero_width = 0;
};
CleanLine clean_line(std::string_view raw, bool first_line);

}  // namespace tfm
