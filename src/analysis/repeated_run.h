// A run of a text that says the same again and again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tfm::analysis {

struct RepeatedRun {
  std::u32string pattern;
  int64_t times = 0;
  double share = 0.0;  // of the text, in units
};

// What stands at least three times in a row: one to twenty units (see units.h; a word of more than twenty letters is
// taken letter by letter). A pattern of marks alone counts from seven times on. The longest such run.
std::optional<RepeatedRun> repeated_run(std::u32string_view text);

}  // namespace tfm::analysis
