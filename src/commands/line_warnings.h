// Warnings that name lines, never more than a person reads.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace tfm {

class LineWarnings {
 public:
  // Warns "line N: MESSAGE" for the first 20 of a kind, and only counts the others. `kind` goes on from "N lines in
  // all", as in "had bytes that are not UTF-8".
  void add(const std::string& kind, int64_t line, const std::string& message);
  // The count of each kind that had more.
  void summarize() const;

 private:
  std::map<std::string, int64_t> counts_;
};

}  // namespace tfm
