// What the tests of Chinese text share: random lines of what trips rules up, and real text where it is there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace tfm {

// Pieces chosen for their neighbourhoods: marks of all widths, blanks, addresses, code and markup, cut-off UTF-8.
inline const std::vector<std::string>& awkward_pieces() {
  static const std::vector<std::string> pieces = {
      "中", "文",    "后",  "国",     "國",     "一",   "。",   "，",      "、",        "《",     "》",     "？",
      "（", "）",    "“",   "”",      "‘",      "’",    "…",    "—",       "：",        "；",     ",",      ".",
      "?",  "!",     ":",   ";",      "(",      ")",    "\"",   "'",       "-",         "=",      "/",      "\\",
      "`",  "<",     ">",   "{",      "}",      "&",    "@",    "#",       "%",         "_",      "a",      "B",
      "n",  "é",     "1",   "5",      "３",     "Ｇ",   " ",    " ",       "  ",        "\u3000", "\u00A0", "\t",
      "か", "한",    "😀",  "\u200B", "\uFFFD", "\xE4", "\xFF", "http://", "www.a.com", "a@b.cn", "...",    ". .",
      "..", "&amp;", "<b>", "{0}",    "f(\"",   "](",   ":r:`", "it's"};
  return pieces;
}

inline std::string random_line(std::mt19937& random, std::size_t most_pieces = 16) {
  const auto& pieces = awkward_pieces();
  std::string line;
  for (auto left = random() % (most_pieces + 1); left > 0; --left) line += pieces[random() % pieces.size()];
  return line;
}

// ASCII and accented letters only.
inline std::string random_latin_line(std::mt19937& random) {
  std::string line;
  for (auto left = random() % 24; left > 0; --left) {
    const auto next = random() % 100;
    line += next < 95 ? std::string(1, static_cast<char>(' ' + next)) : "é";
  }
  return line;
}

inline uint32_t random_seed() { return std::random_device()(); }

// The lines of a file of the shared data; none where it isn't there.
inline std::vector<std::string> shared_lines(const std::string& name) {
  std::ifstream file(std::filesystem::path(TFM_TEST_DATA "/../../../../shared/data") / name);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

inline bool has_line_break(std::string_view text) { return text.find_first_of("\n\r\v\f") != std::string_view::npos; }

}  // namespace tfm
