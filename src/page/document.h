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

struct Refreshing {
  int seconds = 0;           // after which a page that is open loads itself again; 0: never
  bool keeps_place = false;  // whether it stays where it was scrolled to, and what was opened stays open
};

// `header` is HTML below the title; a list of the sections follows it.
std::string document(const std::string& title_html, const std::string& header, const std::vector<Section>& sections,
                     const Refreshing& refreshing = {});

}  // namespace tfm::page
