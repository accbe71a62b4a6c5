#include "page/html.h"

#include "core/concat.h"
#include "text/code_points.h"

namespace tfm::page {
namespace {

bool turns_direction(char32_t c) {
  return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F;
}

// Unicode has pictures of the control characters at U+2400.
char32_t visible(char32_t c) {
  if (c == '\t') return c;
  if (c < 0x20) return 0x2400 + c;
  if (c == 0x7F) return 0x2421;
  return (c >= 0x80 && c < 0xA0) || turns_direction(c) ? 0xFFFD : c;
}

std::string row_html(const std::vector<std::string>& cells) {
  std::string html;
  for (const auto& cell : cells) {
    html += html.empty() ? concat("<tr><th scope=\"row\">", cell, "</th>") : concat("<td>", cell, "</td>");
  }
  return html + "</tr>\n";
}

}  // namespace

std::string escaped(std::u32string_view text) {
  std::u32string out;
  out.reserve(text.size());
  for (const char32_t c : text) {
    if (c == '&') {
      out += U"&amp;";
    } else if (c == '<') {
      out += U"&lt;";
    } else if (c == '>') {
      out += U"&gt;";
    } else if (c == '"') {
      out += U"&quot;";
    } else if (c == '\'') {
      out += U"&#39;";
    } else {
      out += visible(c);
    }
  }
  return encode_utf8(out);
}

std::string escaped(std::string_view text) { return escaped(decode_utf8(text)); }

std::string count_and_share(int64_t part, int64_t whole) {
  const double share = whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0.0;
  return concat(grouped(part), " (", decimal(share, 1), "&nbsp;%)");
}

std::string table_html(const Table& table) {
  const auto caption = escaped(table.caption);
  std::string html = concat("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"", caption,
                            "\"><table><caption>", caption, "</caption>\n<thead><tr>");
  for (const auto& header : table.headers) html += concat("<th scope=\"col\">", header, "</th>");
  html += "</tr></thead>\n<tbody>";
  for (const auto& row : table.rows) html += row_html(row);
  return html + "</tbody></table></div>\n";
}

std::string paragraph(std::string_view html) { return concat("<p>", html, "</p>\n"); }

std::string definition(std::string_view html) { return concat("<p class=\"definition\">", html, "</p>\n"); }

std::string details(std::string_view summary_html, std::string_view html, bool is_open) {
  if (html.empty()) return paragraph(summary_html);
  return concat("<details", is_open ? " open" : "", "><summary>", summary_html, "</summary>\n", html, "</details>\n");
}

}  // namespace tfm::page
