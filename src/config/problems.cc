#include "config/problems.h"

#include "core/concat.h"
#include "core/error.h"

namespace tfm {

void Problems::add(const std::string& where, const std::string& what) { lines_.push_back(where + ": " + what); }

void Problems::throw_if_any(const std::string& name) const {
  if (lines_.empty()) return;
  std::string message = concat(name, ": ", lines_.size(), lines_.size() == 1 ? " problem" : " problems");
  for (const std::string& line : lines_) message += "\n  " + line;
  throw UserError(message);
}

}  // namespace tfm
