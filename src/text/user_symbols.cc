#include "text/user_symbols.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/concat.h"
#include "core/error.h"
#include "text/unicode.h"

namespace tfm {
namespace {

constexpr std::array<std::string_view, 4> kSpecialSymbols = {"<pad>", "<unk>", "<s>", "</s>"};
constexpr std::string_view kBlankMark = "\u2581";      // SentencePiece's blank
constexpr std::string_view kRareCharacter = "\u2585";  // SentencePiece's stand-in for a rare character while it trains

// "<0x0A>"
bool names_a_byte(std::string_view symbol) {
  return symbol.size() == 6 && symbol.starts_with("<0x") && symbol.ends_with('>');
}

bool has_white_space(const std::string& symbol) {
  const std::string framed = "x" + symbol + "x";
  return symbol.find(' ') != std::string::npos || collapse_white_space(framed) != framed;
}

bool has_control(std::string symbol) { return blank_controls(symbol) > 0; }

std::string quoted(const std::string& symbol) {
  std::string text = "\"";
  for (const char c : symbol) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\"";
}

}  // namespace

std::string symbol_problem(const std::string& symbol) {
  if (symbol.empty()) return "is empty";
  if (!is_valid_utf8(symbol)) return "is not UTF-8";
  if (has_white_space(symbol) || has_control(symbol)) return "has white space or a control character in it";
  if (symbol.find(kBlankMark) != std::string::npos || symbol.find(kRareCharacter) != std::string::npos) {
    return "has a character in it that SentencePiece keeps for itself (U+2581, U+2585)";
  }
  if (std::ranges::find(kSpecialSymbols, symbol) != kSpecialSymbols.end() || names_a_byte(symbol)) {
    return "is the name of a special symbol";
  }
  return "";
}

void check_symbols(const std::vector<std::string>& symbols) {
  std::string problems;
  for (size_t i = 0; i < symbols.size(); ++i) {
    std::string problem = symbol_problem(symbols[i]);
    if (problem.empty() && std::find(symbols.begin(), symbols.begin() + static_cast<std::ptrdiff_t>(i), symbols[i]) !=
                               symbols.begin() + static_cast<std::ptrdiff_t>(i)) {
      problem = "is there twice";
    }
    if (!problem.empty()) {
      std::string shown = repair_utf8(symbols[i]).text;
      blank_controls(shown);
      problems += concat("\n  /tokenizer/symbols/", i, ": \"", shown, "\" ", problem);
    }
  }
  if (!problems.empty()) throw UserError("symbols that no vocabulary can have; change or remove them:" + problems);
}

std::string comma_separated(const std::vector<std::string>& symbols) {
  std::string list;
  for (const std::string& symbol : symbols) {
    if (!list.empty()) list += ',';
    list += symbol.find_first_of(",\"") == std::string::npos ? symbol : quoted(symbol);
  }
  return list;
}

}  // namespace tfm
