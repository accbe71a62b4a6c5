#include "core/concat.h"
#include "page/html.h"
#include "report/sections.h"
#include "text/code_points.h"

namespace tfm::report {
namespace {

constexpr std::size_t kShownCharacters = 400;

std::string shown(const std::string& text) {
  const auto characters = decode_utf8(text);
  if (characters.size() <= kShownCharacters) return page::escaped(characters);
  return page::escaped(characters.substr(0, kShownCharacters)) + "…";
}

std::string line_html(const std::string& term_html, const std::string& text) {
  return concat("<div><dt>", term_html, "</dt><dd>", text.empty() ? "<span class=\"none\">empty</span>" : shown(text),
                "</dd></div>\n");
}

const std::string& translation_of(const Samples::Version& version, std::size_t sample) {
  static const std::string kNone;
  return sample < version.translations.size() ? version.translations[sample] : kNone;
}

std::string steps_text(int64_t first, int64_t last) {
  return first == last ? grouped(first) : concat(grouped(first), " – ", grouped(last));
}

// Validations in a row that agree make one line.
std::string versions_html(const std::vector<Samples::Version>& versions, std::size_t sample) {
  std::string html;
  for (std::size_t i = 0; i < versions.size();) {
    std::size_t last = i;
    const auto& text = translation_of(versions[i], sample);
    while (last + 1 < versions.size() && translation_of(versions[last + 1], sample) == text) ++last;
    html += line_html(steps_text(versions[i].step, versions[last].step), text);
    i = last + 1;
  }
  return html;
}

}  // namespace

page::Section sample_section(const RunView& view) {
  const auto& samples = view.history.samples();
  if (samples.versions.empty()) return {"samples", "Sample translations", "<p class=\"none\">None yet.</p>\n"};
  std::string body = page::definition(
      concat("The first sentences of the validation set, as the model translated them at the steps on the left.",
             samples.has_more ? " Some validations are left out; log.jsonl has all." : ""));
  body += "<ul class=\"segments\">\n";
  for (std::size_t i = 0; i < samples.sources.size(); ++i) {
    body += concat("<li><dl class=\"facts\">", line_html("source", samples.sources[i]),
                   i < samples.references.size() ? line_html("reference", samples.references[i]) : "",
                   versions_html(samples.versions, i), "</dl></li>\n");
  }
  return {"samples", "Sample translations", body + "</ul>\n"};
}

}  // namespace tfm::report
