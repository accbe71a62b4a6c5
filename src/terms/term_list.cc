#include "terms/term_list.h"

#include <algorithm>
#include <unordered_map>

#include "core/concat.h"
#include "core/error.h"
#include "input/line_reader.h"
#include "text/code_points.h"

namespace tfm {
namespace {

constexpr int64_t kProblemsNamed = 10;

struct TermLine {
  std::string source;
  std::string target;
};

bool is_passed_over(const std::string& line) { return is_blank(line) || line.starts_with('#'); }

// What is wrong with a line; nothing where it is well.
std::string problem_of(const CleanLine& line, const TermLine& term) {
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

TermLine cut_at_tab(const std::string& line) {
  const auto tab = line.find('\t');
  if (tab == std::string::npos) return {};
  return {collapse_white_space(std::string_view(line).substr(0, tab)),
          collapse_white_space(std::string_view(line).substr(tab + 1))};
}

// Keeps the order in which source terms first come.
class TermGroups {
 public:
  void add(TermLine line, int64_t number) {
    const auto [place, is_new] = places_.try_emplace(line.source, terms_.size());
    if (is_new) terms_.push_back({std::move(line.source), {}});
    auto& targets = terms_[place->second].targets;
    const auto is_same = [&](const TargetTerm& target) { return target.text == line.target; };
    if (std::ranges::none_of(targets, is_same)) targets.push_back({std::move(line.target), number});
  }
  std::vector<Term> take() { return std::move(terms_); }

 private:
  std::vector<Term> terms_;
  std::unordered_map<std::string, std::size_t> places_;
};

}  // namespace

void TermListProblems::add(int64_t line, const std::string& problem) {
  if (++count_ <= kProblemsNamed) named_ += concat(count_ == 1 ? "" : "\n", file_.string(), ":", line, " ", problem);
}

void TermListProblems::throw_if_any() const {
  if (count_ == 0) return;
  const auto more = count_ - kProblemsNamed;
  throw UserError(more > 0 ? concat(named_, "\nand ", more, more == 1 ? " more line" : " more lines") : named_);
}

std::vector<Term> read_term_list(const std::filesystem::path& file) {
  LineReader reader(file, TextEncoding::kUtf8);
  TermListProblems problems(file);
  TermGroups groups;
  while (const auto line = reader.next()) {
    if (is_passed_over(line->text)) continue;
    if (reader.lines_read() > kMostTerms) {
      throw UserError(concat(file.string(), " has more than ", kMostTerms, " lines; leave out what the text lacks"));
    }
    auto term = cut_at_tab(line->text);
    const auto problem = problem_of(*line, term);
    if (problem.empty()) {
      groups.add(std::move(term), reader.lines_read());
    } else {
      problems.add(reader.lines_read(), problem);
    }
  }
  problems.throw_if_any();
  auto terms = groups.take();
  if (terms.empty())
    throw UserError(concat(file.string(), " has no terms; write source term, tab, target term a line"));
  return terms;
}

}  // namespace tfm
