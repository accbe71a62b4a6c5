#include "terms/term_list.h"

#include <algorithm>

#include "core/concat.h"
#include "core/error.h"
#include "input/line_reader.h"
#include "text/code_points.h"

namespace tfm {
namespace {

constexpr int64_t kProblemsNamed = 10;

bool is_passed_over(const std::string& line) { return is_blank(line) || line.starts_with('#'); }

// What is wrong with a line; nothing where it is well.
std::string problem_of(const CleanLine& line, const TermPair& term) {
  const auto is_long = [](const std::string& text) { return std::ssize(decode_utf8(text)) > kMostCharactersOfATerm; };
  const auto tabs = std::ranges::count(line.text, '\t');
  if (line.replaced_sequences > 0) return "has bytes that are not UTF-8; save the file as UTF-8";
  if (tabs == 0) return "has no tab; write source term, tab, target term";
  if (tabs > 1) return concat("has ", tabs, " tabs; write source term, tab, target term, nothing more");
  if (term.source.empty()) return "has no source term before the tab";
  if (term.target.empty()) return "has no target term behind the tab";
  if (is_long(term.source) || is_long(term.target)) {
    return concat("has a term of more than ", kMostCharactersOfATerm, " characters");
  }
  return {};
}

// Both sides empty where there is no tab.
TermPair cut_at_tab(const std::string& line, int64_t number) {
  const auto tab = line.find('\t');
  if (tab == std::string::npos) return {{}, {}, number};
  return {collapse_white_space(std::string_view(line).substr(0, tab)),
          collapse_white_space(std::string_view(line).substr(tab + 1)), number};
}

}  // namespace

void TermListProblems::add(int64_t line, const std::string& problem) {
  if (++count_ <= kProblemsNamed) named_ += concat(count_ == 1 ? "" : "\n", file_.string(), ":", line, " ", problem);
}

void TermListProblems::throw_if_any() const {
  if (count_ == 0) return;
  const auto more = count_ - kProblemsNamed;
  throw UserError(more > 0 ? concat(named_, "\nand ", more, more == 1 ? " more line" : " more lines") : named_);
}

std::vector<TermPair> read_term_list(const std::filesystem::path& file) {
  LineReader reader(file, TextEncoding::kUtf8);
  TermListProblems problems(file);
  std::vector<TermPair> terms;
  while (const auto line = reader.next()) {
    if (is_passed_over(line->text)) continue;
    if (std::ssize(terms) == kMostTerms) {
      throw UserError(concat(file.string(), " has more than ", kMostTerms, " terms; leave out what the text lacks"));
    }
    auto term = cut_at_tab(line->text, reader.lines_read());
    const auto problem = problem_of(*line, term);
    if (problem.empty()) {
      terms.push_back(std::move(term));
    } else {
      problems.add(reader.lines_read(), problem);
    }
  }
  problems.throw_if_any();
  if (terms.empty())
    throw UserError(concat(file.string(), " has no terms; write source term, tab, target term a line"));
  return terms;
}

}  // namespace tfm
