#include <sstream>

#include "core/concat.h"
#include "page/html.h"
#include "report/sections.h"

namespace tfm::report {
namespace {

// As many corpora as the config has, each with its defaults, so that they are compared key by key.
Config defaults_for(const Config& config) {
  Config defaults;
  defaults.data.train.resize(config.data.train.size());
  if (config.data.valid) defaults.data.valid.emplace();
  if (config.data.test) defaults.data.test.emplace();
  return defaults;
}

// May be broken after each slash.
std::string pointer_html(const std::string& pointer) {
  std::string html;
  for (const char c : page::escaped(pointer)) html += c == '/' ? "/<wbr>" : std::string(1, c);
  return concat("<code>", html, "</code>");
}

std::string changed_settings(const Config& config) {
  page::Table table{"Settings that differ from the defaults", {"Key", "Value", "Default"}, {}};
  for (const auto& [pointer, standard, value] : compare_configs(defaults_for(config), config)) {
    table.rows.push_back({pointer_html(pointer), page::escaped(value),
                          concat("<span class=\"quiet\">", page::escaped(standard), "</span>")});
  }
  return concat("<div class=\"texts\">", page::table_html(table), "</div>\n");
}

// escaped() makes line breaks visible, and here they are meant.
std::string preformatted(const std::string& text) {
  std::string html = "<pre>";
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) html += page::escaped(line) + "\n";
  return html + "</pre>\n";
}

}  // namespace

page::Section environment_section(const RunView& view) {
  std::string rows;
  for (const auto& [name, text] : view.facts.environment) {
    rows += concat("<div><dt>", page::escaped(name), "</dt><dd>", page::escaped(text), "</dd></div>\n");
  }
  return {"environment", "Environment", concat("<dl class=\"facts\">\n", rows, "</dl>\n")};
}

page::Section config_section(const RunView& view) {
  const auto& config = view.facts.config;
  return {"config", "Config",
          changed_settings(config) +
              page::details("The whole config", preformatted(config_to_json(config)), /*is_open=*/false)};
}

}  // namespace tfm::report
