// Pieces of HTML. A `std::string` that is HTML already says so; everything else goes through escaped().
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/decimal.h"

namespace tfm::page {

// Text that shows as it is, within an element or a quoted attribute. Ill-formed UTF-8 becomes U+FFFD, control
// characters and those that would turn the direction of the text become signs that can be seen.
std::string escaped(std::string_view text);
std::string escaped(std::u32string_view text);

// "12 (1.2 %)"
std::string count_and_share(int64_t part, int64_t whole);

struct Table {
  std::string caption;                         // text
  std::vector<std::string> headers;            // HTML
  std::vector<std::vector<std::string>> rows;  // HTML; the first cell is the row's header, the others are numbers
};
// Scrolls by itself where it is wider than the page.
std::string table_html(const Table& table);

std::string paragraph(std::string_view html);
// What a figure means.
std::string definition(std::string_view html);
// A list that a reader may open, and its line. Nothing but the line where `html` is empty.
std::string details(std::string_view summary_html, std::string_view html, bool is_open);

}  // namespace tfm::page
