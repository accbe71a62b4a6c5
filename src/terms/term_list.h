// Terminology as a user writes it: which target terms a source term may have.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tfm {

inline constexpr int64_t kMostTerms = 1'000'000;        // lines of a list
inline constexpr int64_t kMostCharactersOfATerm = 200;  // on either side

struct TargetTerm {
  std::string text;
  int64_t line = 0;  // of the list, from 1
};

struct Term {
  std::string source;
  std::vector<TargetTerm> targets;  // any of them will do; in the list's order, without repetitions
};

// Reads lines of `source term<TAB>target term`; blank lines and those that begin with # are passed over. White space at
// the ends of a term goes, and a run of it inside becomes one blank. Lines with the same source term are alternatives.
// UserError that lists the first wrong lines as FILE:LINE: no tab or several, an empty side, a term that is too long,
// bytes that are no UTF-8; also for more lines than kMostTerms, and when there is no term at all.
std::vector<Term> read_term_list(const std::filesystem::path& file);

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
