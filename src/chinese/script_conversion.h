// Conversion between simplified and traditional Chinese and between regional forms, with OpenCC.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tfm {

// The configurations that come with OpenCC, by name ("s2t", "t2s", "s2twp", ...), sorted.
std::vector<std::string> opencc_configurations();

// Copies share OpenCC's dictionaries. One object may be used from several threads at once: OpenCC's converters change
// nothing while they convert.
class ScriptConversion {
 public:
  // `configuration` is a name, or the path of a file that ends in .json. UserError when there is none such or OpenCC
  // can't use it. Reads dictionaries of up to 1 MB.
  explicit ScriptConversion(const std::string& configuration);

  // What stands between line breaks, NULs and bytes that aren't UTF-8 is converted by itself; they stay as they are.
  // A phrase is the longest that OpenCC's dictionary knows, so that a text must come whole, not in pieces. Not
  // reversible: 后 and 後 become one.
  std::string operator()(std::string_view utf8) const;

  // All forms that the configuration's first dictionary gives for one word, the preferred one first. Empty: it has no
  // entry for the word.
  std::vector<std::string> forms_of(const std::string& word) const;

 private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

}  // namespace tfm
