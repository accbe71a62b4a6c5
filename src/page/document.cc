#include "page/document.h"

#include "core/concat.h"
#include "page/page_script.h"
#include "page/page_style.h"

namespace tfm::page {
namespace {

std::string contents_html(const std::vector<Section>& parts) {
  std::string html = "<nav aria-labelledby=\"contents\"><h2 id=\"contents\">Contents</h2>\n<ol>\n";
  for (const auto& [id, title, body] : parts) html += concat("<li><a href=\"#", id, "\">", title, "</a></li>\n");
  return html + "</ol></nav>\n";
}

std::string section_html(const Section& section) {
  return concat("<section id=\"", section.id, "\" aria-labelledby=\"", section.id, "-heading\">\n<h2 id=\"", section.id,
                "-heading\">", section.title, "</h2>\n", section.body, "</section>\n");
}

std::string refresh_html(int seconds) {
  return seconds > 0 ? concat("<meta http-equiv=\"refresh\" content=\"", seconds, "\">\n") : "";
}

}  // namespace

std::string document(const std::string& title_html, const std::string& header, const std::vector<Section>& sections,
                     const Refreshing& refreshing) {
  std::string html = concat(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
      refresh_html(refreshing.seconds), "<title>", title_html, "</title>\n<style>", kPageStyle,
      "</style>\n</head>\n<body>\n<header><h1>", title_html, "</h1>\n", header, "</header>\n", contents_html(sections),
      "<main>\n");
  for (const auto& section : sections) html += section_html(section);
  return html + concat("</main>\n<script>", kPageScript, refreshing.keeps_place ? kKeepPlaceScript : "",
                       "</script>\n</body>\n</html>\n");
}

}  // namespace tfm::page
