// Terminology as a user writes it: source terms and what they are to become.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tfm {

inline constexpr int64_t kMostTerms = 1'000'000;        // of a list
inline constexpr int64_t kMostCharactersOfATerm = 200;  // on either side

struct TermPair {
  std::string source;
  std::string target;
  int64_t line = 0;  // of the list, from 1
};

// Reads lines of `source term<TAB>target term`; blank lines and those that begin with # are passed over. White space at
// the ends of a term goes, and a run of it inside becomes one blank. UserError that lists the first wrong lines as
// FILE:LINE: no tab or several, an empty side, a term that is too long, bytes that are no UTF-8; also for more lines
// than kMostTerms, and when there is no term at all.
std::vector<TermPair> read_term_list(const std::filesystem::path& file);

// Gathers what is wrong with lines of a list into one message.
class TermListProblems {
 public:
  explicit TermListProblems(std::filesystem::path file) : file_(std::move(file)) {}

  void add(int64_t line, const std::string& problem);
  // UserError where there are some.
  void throw_if_any() const;

 private:
  std::filesystem::path file_;
  std::string named_ = {};
  int64_t count_ = 0;
};

}  // namespace tfm
