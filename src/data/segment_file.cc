#include "data/segment_file.h"

#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/log.h"
#include "data/wmt_sgml.h"
#include "data/wmt_xml.h"
#include "text/unicode.h"

namespace tfm {
namespace {

constexpr std::size_t kLinesNamed = 5;

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
  log::warning(concat(file.string(), ": ", repaired, repaired == 1 ? " line" : " lines",
                      " with invalid UTF-8, replaced by U+FFFD: ", where, repaired > kLinesNamed ? ", ..." : ""));
}

}  // namespace

std::vector<SegmentStream> read_segment_file(const std::filesystem::path& file, SegmentRole role) {
  const auto text = read_file(file);
  const auto extension = file.extension();
  if (extension == ".xml") return wmt_xml_segments(text, role, file.string());
  auto lines = lines_of(text);
  if (extension == ".sgm" || extension == ".sgml") lines = wmt_sgml_segments(lines);
  if (lines.empty()) throw UserError(concat(file.string(), " has no segments; give a file with at least one"));
  repair(lines, file);
  return {lines};
}

}  // namespace tfm
