// Collects everything that is wrong with a config, to be reported at once.
#pragma once

#include <string>
#include <vector>

namespace tfm {

class Problems {
 public:
  void add(const std::string& where, const std::string& what);
  size_t size() const { return lines_.size(); }

  // Where there are any, throws a UserError: "NAME: 2 problems", then a line for each.
  void throw_if_any(const std::string& name) const;

 private:
  std::vector<std::string> lines_;
};

}  // namespace tfm
