// A whole page out of sections: self-contained, no network.
#pragma once

#include <string>
#include <vector>

namespace tfm::page {

struct Section {
  std::string id;     // its anchor
  std::string title;  // text
  std::string body;   // HTML
};

// `header` is HTML below the title; a list of the sections follows it.
std::string document(const std::string& title_html, const std::string& header, const std::vector<Section>& sections);

}  // namespace tfm::page
