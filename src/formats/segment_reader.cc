#include "formats/segment_reader.h"

#include <array>
#include <utility>

#include "formats/corpus_format.h"
#include "formats/segment_text.h"

namespace tfm {
namespace {

constexpr std::array<std::pair<std::string_view, char>, 5> kEntities{
    {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};

bool is_sgml_file(const std::filesystem::path& file, CorpusFormat format) {
  if (format != CorpusFormat::kAuto) return format == CorpusFormat::kWmt;
  const std::string extension = format_extension(file);
  return extension == ".sgm" || extension == ".sgml";
}

std::string without_entities(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto ampersand = text.find('&');
    result += text.substr(0, ampersand);
    if (ampersand == std::string_view::npos) break;
    text.remove_prefix(ampersand);
    size_t length = 1;
    char character = '&';
    for (const auto& [entity, meaning] : kEntities) {
      if (!text.starts_with(entity)) continue;
      length = entity.size();
      character = meaning;
    }
    result += character;
    text.remove_prefix(length);
  }
  return result;
}

}  // namespace

SegmentReader::SegmentReader(const std::filesystem::path& file, CorpusFormat format, TextEncoding encoding)
    : lines_(file, encoding), is_sgml_(is_sgml_file(file, format)) {}

std::optional<SegmentReader::Segment> SegmentReader::next() {
  std::optional<Segment> segment;
  if (is_sgml_) {
    segment = next_element();
  } else if (auto line = lines_.next()) {
    segment = Segment{std::move(*line), lines_.lines_read(), ""};
  }
  if (segment) ++segments_read_;
  return segment;
}

std::optional<SegmentReader::Segment> SegmentReader::next_element() {
  while (const auto line = lines_.next_raw()) {
    std::string_view text = line->text;
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    if (!text.starts_with("<seg ") && !text.starts_with("<seg>")) continue;
    Segment segment{{}, lines_.lines_read(), ""};
    const auto begin = text.find('>'), end = text.rfind("</seg>");
    if (end == std::string_view::npos || begin > end) {
      segment.defect = "a <seg> without </seg> on its line";
    } else {
      segment.text = clean_segment(without_entities(text.substr(begin + 1, end - begin - 1)));
      segment.text.had_carriage_return = line->had_carriage_return;
    }
    return segment;
  }
  return std::nullopt;
}

}  // namespace tfm
