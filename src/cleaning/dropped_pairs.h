// The pairs that cleaning left out, as a file to look into.
#pragma once

#include <filesystem>
#include <string>

#include "cleaning/rules.h"
#include "core/files.h"
#include "formats/pair_reader.h"

namespace tfm {

// One JSON object a line: "corpus", "line", "rule" (as in report.json, such as "blank_source"), "source", "target", and
// "problem" where no pair could be read. The file appears under its name on finish().
class DroppedPairs {
 public:
  explicit DroppedPairs(const std::filesystem::path& file) : file_(file) {}
  void add(const std::string& corpus, const CleanPair& pair, const Reason& reason);
  void finish() { file_.commit(); }

 private:
  PendingFile file_;
};

}  // namespace tfm
