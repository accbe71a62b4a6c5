#include "core/concat.h"
#include "inspection/attention_maps.h"
#include "inspection/attention_page.h"
#include "inspection/markup.h"

namespace tfm {
namespace inspection {
namespace {

// No network, whatever a text may hold.
constexpr std::string_view kPolicy =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'\">\n";

// The same JSON, free of "</script>" and "<!--". JSON has "<" inside strings alone.
std::string within_script(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

std::string text_html(std::string_view name, const std::string& text) {
  return concat("<div><dt>", name, "</dt><dd><bdi>", escaped(text), "</bdi></dd></div>\n");
}

}  // namespace
}  // namespace inspection

std::string attention_html(const AttentionMaps& maps) {
  using namespace inspection;
  return concat("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", kPolicy,
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Attention: ",
                escaped(maps.source), "</title>\n<style>", kPageStyle,
                "</style>\n</head>\n<body>\n<header><h1>Attention</h1>\n<dl>\n", text_html("source", maps.source),
                text_html("target", maps.target), "</dl></header>\n", kPageBody,
                "<script type=\"application/json\" id=\"data\">", within_script(attention_json(maps)),
                "</script>\n<script>\n\"use strict\";\n", kNumbersScript, kColoursScript, kTableScript, kOverviewScript,
                kControlsScript, kKeyboardScript, "</script>\n</body>\n</html>\n");
}

}  // namespace tfm
