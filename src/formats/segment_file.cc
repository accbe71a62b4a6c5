#include "formats/segment_file.h"

#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/log.h"
#include "formats/wmt_sgml.h"
#include "formats/wmt_xml.h"
#include "formats/xml_text.h"
#include "text/unicode.h"

namespace tfm {
namespace {

constexpr std::size_t kLinesNamed = 5;

// UTF-8, whatever the file's encoding.
std::string read_xml(const std::filesystem::path& file) {
  TextStream stream(file, TextEncoding::kAuto, encoding_declared_in_xml);
  std::string text, block(1 << 16, '\0');
  while (const std::size_t count = stream.read(block.data(), block.size())) text.append(block, 0, count);
  return text;
}

// The lines of a file; a last one without a line feed counts.
SegmentStream lines_of(const std::string& text) {
  SegmentStream lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

void repair(SegmentStream& lines, const std::filesystem::path& file) {
  std::string where;
  std::size_t repaired = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (is_valid_utf8(lines[i])) continue;
    lines[i] = repair_utf8(lines[i]).text;
    if (++repaired <= kLinesNamed) where += concat(where.empty() ? "" : ", ", i + 1);
  }
  if (repaired == 0) return;
  log::warning(
      concat(file.string(), ": ", repaired, repaired == 1 ? " line" : " lines",
             " with invalid UTF-8, replaced by U+FFFD: ", where, repaired > kLinesNamed ? ", ..." : "",
             2 * repaired > lines.size() ? "; this doesn't look like UTF-8: convert it, such as with iconv" : ""));
}

int64_t occurrences(std::string_view text, std::string_view of) {
  int64_t count = 0;
  for (auto at = text.find(of); at != std::string_view::npos; at = text.find(of, at + of.size())) ++count;
  return count;
}

SegmentStream sgml_segments(const SegmentStream& lines, const std::string& text, const std::filesystem::path& file) {
  auto segments = wmt_sgml_segments(lines);
  const int64_t left_out = occurrences(text, "<seg ") - std::ssize(segments);
  if (left_out > 0) {
    log::warning(concat(file.string(), ": ", left_out,
                        " of the <seg> elements don't begin a line and are left out, as ",
                        "sacreBLEU does; put each on a line of its own"));
  }
  return segments;
}

void warn_of_byte_order_mark(const std::string& text, const std::filesystem::path& file) {
  if (!text.starts_with("\xEF\xBB\xBF")) return;
  log::warning(concat(file.string(), " begins with a byte-order mark, which counts as a character, as in sacreBLEU; ",
                      "remove it to be rid of that"));
}

}  // namespace

std::vector<SegmentStream> read_segment_file(const std::filesystem::path& file, SegmentRole role) {
  const auto extension = file.extension();
  if (extension == ".xml") return wmt_xml_segments(read_xml(file), role, file.string());
  const auto text = read_file(file);
  auto lines = lines_of(text);
  if (extension == ".sgm" || extension == ".sgml") lines = sgml_segments(lines, text, file);
  if (lines.empty()) throw UserError(concat(file.string(), " has no segments; give a file with at least one"));
  warn_of_byte_order_mark(text, file);
  repair(lines, file);
  return {lines};
}

}  // namespace tfm
