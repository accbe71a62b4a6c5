#include "events/markdown_table.h"

#include <string_view>

namespace tfm::events {
namespace {

// The signs before which a backslash means the sign itself, and the bar between cells.
constexpr std::string_view kSigns = R"(\`*_{}[]()#+-.!|>)";

std::string shown(std::string_view text) {
  std::string markdown;
  for (const char byte : text) {
    if (byte == '&') {
      markdown += "&amp;";
    } else if (byte == '<') {
      markdown += "&lt;";
    } else if (byte == '\n' || byte == '\r') {
      markdown += ' ';
    } else {
      if (kSigns.find(byte) != std::string_view::npos) markdown += '\\';
      markdown += byte;
    }
  }
  return markdown;
}

std::string line(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const auto& cell : cells) text += " " + shown(cell) + " |";
  return text + "\n";
}

}  // namespace

std::string markdown_table(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows) {
  std::string text = line(header) + "|";
  for (size_t column = 0; column < header.size(); ++column) text += " --- |";
  text += "\n";
  for (const auto& row : rows) text += line(row);
  return text;
}

}  // namespace tfm::events
