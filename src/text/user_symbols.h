// Symbols that a user wants to be one piece wherever they stand in text, such as <2zh> or <sep>.
#pragma once

#include <string>
#include <vector>

namespace tfm {

// UserError that lists every symbol a vocabulary can't have: empty, twice, not UTF-8, with white space or controls in
// it, with a character that SentencePiece keeps for itself (U+2581, U+2585), or the name of a special symbol or byte.
void check_symbols(const std::vector<std::string>& symbols);

// What is wrong with one symbol by itself, such as "is empty"; nothing where it can be had.
std::string symbol_problem(const std::string& symbol);

// As SentencePiece's options have lists: commas between, quotes around what has commas or quotes in it.
std::string comma_separated(const std::vector<std::string>& symbols);

}  // namespace tfm
