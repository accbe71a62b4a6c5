// Warnings that name lines, never more than a person reads.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace tfm {

class LineWarnings {
 public:
  // `place`: what stands before a line's number; `advice`: what stands behind a count of lines.
  explicit LineWarnings(std::string place = "line ", std::string advice = " (--format jsonl marks them)")
      : place_(std::move(place)), advice_(std::move(advice)) {}

  // Warns "line N: MESSAGE" for the first 20 of a kind, and only counts the others. `kind` goes on from "N lines in
  // all", as in "had bytes that are not UTF-8".
  void add(const std::string& kind, int64_t line, const std::string& message);
  // The count of each kind that had more.
  void summarize() const;

 private:
  std::string place_, advice_;
  std::map<std::string, int64_t> counts_;
};

}  // namespace tfm
