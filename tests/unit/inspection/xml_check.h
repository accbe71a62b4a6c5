// A small check that a text is well-formed XML, as far as our pictures go: no CDATA, no DTD.
#pragma once

#include <regex>
#include <string>
#include <vector>

namespace tfm {

// What is wrong, with the place; empty when nothing is.
inline std::string xml_problem(const std::string& xml) {
  static const std::regex kTag(R"(<(/?)([A-Za-z]\w*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(/?)>)");
  static const std::regex kBareAmpersand("&(?!(amp|lt|gt|quot|#[0-9]+);)");
  static const std::regex kForbidden("[\\x01-\\x08\\x0B\\x0C\\x0E-\\x1F]");
  if (std::regex_search(xml, kBareAmpersand)) return "a bare &";
  if (std::regex_search(xml, kForbidden)) return "a control character";
  std::vector<std::string> open;
  std::size_t roots = 0, position = 0;
  if (xml.starts_with("<?xml")) position = xml.find("?>") + 2;
  for (position = xml.find('<', position); position != std::string::npos; position = xml.find('<', position)) {
    std::smatch tag;
    const auto begin = xml.begin() + static_cast<std::ptrdiff_t>(position);
    if (!std::regex_search(begin, xml.end(), tag, kTag, std::regex_constants::match_continuous)) {
      return "no tag: " + xml.substr(position, 60);
    }
    if (tag[1].length() > 0) {
      if (open.empty() || open.back() != tag[2]) return "closes what is not open: " + tag[0].str();
      open.pop_back();
    } else {
      if (open.empty()) ++roots;
      if (tag[4].length() == 0) open.push_back(tag[2]);
    }
    position += static_cast<std::size_t>(tag[0].length());
  }
  if (!open.empty()) return "never closed: " + open.back();
  return roots == 1 ? "" : "not one root";
}

}  // namespace tfm
