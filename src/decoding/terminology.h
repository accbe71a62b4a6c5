// A list of terms at work: which terms a line has, whether a translation has them, and what a search needs to put them
// there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "codec/text_codec.h"
#include "search/output_constraint.h"
#include "terms/piece_index.h"
#include "terms/term_finder.h"
#include "terms/term_list.h"
#include "terms/term_spelling.h"

namespace tfm {

// What became of a term of a line.
struct TermResult {
  std::string source;
  std::string target;  // the one that the translation has, or the list's first
  bool met = false;
};

// Source terms are looked for in the text that the model's text policy makes of the line, target terms in what its
// vocabulary can say: both are put into this form first. A term that a line has several times must be in its
// translation once.
class Terminology {
 public:
  // UserError as read_term_list has it, and naming FILE:LINE for a target term that the vocabulary can't spell.
  Terminology(const std::filesystem::path& file, const TextCodec& codec);

  // The numbers of a line's terms, in the order of the text; see TermFinder.
  std::vector<int64_t> terms_in(const std::string& source) const;
  // The target term that the translation has, the list's first if several; null if it has none.
  const std::string* met_target(int64_t term, const std::string& translation) const;
  // Of all the line's terms.
  std::vector<TermResult> results(const std::string& source, const std::string& translation) const;

  // That a translation has these terms. Null where there are none that fit into most_tokens, the end mark included;
  // where not all fit, those that take most pieces are left out.
  std::shared_ptr<const OutputConstraint> constraint(const std::vector<int64_t>& terms, int64_t most_tokens);

 private:
  struct Target {
    std::string text;        // as listed
    std::u32string printed;  // as it is in a translation
    std::string spelled;     // as pieces spell it
  };
  struct Entry {
    std::string source;
    std::vector<Target> targets;  // any of them will do
  };
  const Entry& entry(int64_t term) const { return entries_[static_cast<std::size_t>(term)]; }
  void add(const TermPair& pair, std::unordered_map<std::string, std::size_t>& places, TermListProblems& problems);
  const PieceIndex& piece_index();
  std::shared_ptr<const TermSpelling> spelling_of(const std::string& spelled);

  TextCodec codec_;
  std::vector<Entry> entries_;
  std::unique_ptr<const TermFinder> finder_;
  std::unique_ptr<const PieceIndex> index_;  // made when first asked for
  std::unordered_map<std::string, std::shared_ptr<const TermSpelling>> spellings_;
  std::mutex mutex_;  // of these two
};

}  // namespace tfm
