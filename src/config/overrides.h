// Settings from the command line, "/training/seed=7", laid over those of the file.
#pragma once

#include <string>
#include <vector>

#include "config/json_text.h"
#include "config/problems.h"

namespace tfm {

class Overrides {
 public:
  Overrides() = default;
  // Writes them into `document`, which is an object, in order. What is no "/pointer=value" becomes a problem; a pointer
  // that no table knows is found when the document is read. `origin` stands behind what is wrong.
  Overrides(const std::vector<std::string>& texts, Json& document, Problems& problems,
            const std::string& origin = " (--set)");

  // Whether the value at `pointer` came from the command line, itself or as part of a larger one.
  bool brought(const std::string& pointer) const;

 private:
  void apply(const std::string& text, Json& document, Problems& problems, const std::string& origin);

  std::vector<std::string> brought_;  // pointers: the topmost values that the file did not have
};

}  // namespace tfm
