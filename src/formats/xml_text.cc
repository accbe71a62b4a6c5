#include "formats/xml_text.h"

#include <algorithm>

#include "formats/segment_text.h"

namespace tfm {
namespace {

constexpr size_t kPieceBytes = 1 << 16;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// How many bytes at the end may be the beginning of a character.
size_t unfinished_bytes(std::string_view text) {
  for (size_t back = 1; back <= std::min<size_t>(3, text.size()); ++back) {
    const auto byte = static_cast<uint8_t>(text[text.size() - back]);
    if (byte >= 0xC0) return (byte >= 0xF0 ? 4U : byte >= 0xE0 ? 3U : 2U) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

}  // namespace

std::string encoding_declared_in_xml(std::string_view head) {
  if (head.starts_with(kByteOrderMark)) head.remove_prefix(kByteOrderMark.size());
  if (!head.starts_with("<?xml")) return "";
  head = head.substr(0, head.find("?>"));
  constexpr std::string_view kKey = "encoding";
  const auto key = head.find(kKey);
  if (key == std::string_view::npos) return "";
  const auto opening = head.find_first_of("\"'", key);
  if (opening == std::string_view::npos) return "";
  const auto closing = head.find(head[opening], opening + 1);
  return closing == std::string_view::npos ? "" : std::string(head.substr(opening + 1, closing - opening - 1));
}

XmlText::XmlText(const std::filesystem::path& file, TextEncoding encoding)
    : stream_(file, encoding, encoding_declared_in_xml) {}

std::string XmlText::next() {
  while (true) {
    std::string piece = std::move(cut_off_);
    cut_off_.clear();
    const size_t before = piece.size();
    piece.resize(before + kPieceBytes);
    const size_t count = stream_.read(piece.data() + before, kPieceBytes);
    piece.resize(before + count);
    if (at_start_ && count > 0 && piece.starts_with(kByteOrderMark)) piece.erase(0, kByteOrderMark.size());
    at_start_ = at_start_ && count > 0 && piece.empty();
    if (count > 0) {
      const size_t unfinished = unfinished_bytes(piece);
      cut_off_ = piece.substr(piece.size() - unfinished);
      piece.resize(piece.size() - unfinished);
      if (piece.empty()) continue;
    }
    return mark_ill_formed_and_controls(piece);
  }
}

}  // namespace tfm
