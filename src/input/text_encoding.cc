#include "input/text_encoding.h"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "core/concat.h"
#include "core/error.h"
#include "input/legacy_chinese.h"
#include "text/unicode.h"

namespace tfm {
namespace {

constexpr char kIllFormed = '\xFF';
constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF", kUtf16LeMark = "\xFF\xFE", kUtf16BeMark = "\xFE\xFF",
                           kGb18030Mark = "\x84\x31\x95\x33";

// What 16-bit units say when they are put together in one of both ways.
struct UnitCensus {
  double units = 0, ascii = 0, common = 0;
  double unpaired = 0;  // halves of surrogate pairs without the other one, which no UTF-16 has
  double line_feeds = 0, other_units_with_0a = 0;
};

constexpr double kMostUnpaired = 0.005;  // of all units

// Characters that English and Chinese texts are made of. Pairs of ASCII letters look like some of them, which is why
// there must be ASCII too, that is NUL bytes.
bool is_common_unit(unsigned unit) {
  return unit == '\t' || unit == '\n' || unit == '\r' || (unit >= 0x20 && unit < 0x7F) ||
         (unit >= 0xA0 && unit < 0x250) || (unit >= 0x2010 && unit < 0x2028) || (unit >= 0x3000 && unit < 0x3100) ||
         (unit >= 0x4E00 && unit < 0xA000) || (unit >= 0xFF00 && unit < 0xFFF0) || unit == 0xFEFF;
}

UnitCensus census(std::string_view bytes, size_t high_byte) {
  UnitCensus result;
  bool in_pair = false;
  for (size_t i = 0; i + 1 < bytes.size(); i += 2) {
    const auto byte = [&](size_t which) { return static_cast<unsigned>(static_cast<uint8_t>(bytes[i + which])); };
    const unsigned unit = byte(high_byte) * 256 + byte(1 - high_byte);
    const bool ends_pair = unit >= 0xDC00 && unit < 0xE000;
    result.unpaired += in_pair != ends_pair;
    in_pair = unit >= 0xD800 && unit < 0xDC00;
    result.units += 1;
    result.ascii += unit < 0x7F && is_common_unit(unit);
    result.common += is_common_unit(unit);
    result.line_feeds += unit == '\n';
    result.other_units_with_0a += unit != '\n' && (unit / 256 == '\n' || unit % 256 == '\n');
  }
  return result;
}

// A NUL beside each of several line feeds, always on the same side, and whole pairs of surrogates: in any script.
bool has_lines_of_utf16(const UnitCensus& units) {
  return units.line_feeds > 1 && units.other_units_with_0a <= 0.25 * units.line_feeds &&
         units.unpaired <= kMostUnpaired * units.units;
}

// UTF-16 without a mark. In text of one-byte characters a NUL is a rare accident; in UTF-16 each line feed and blank
// has one. What could be both (English) must have them in almost every unit.
std::string utf16_without_mark(std::string_view head) {
  if (head.find('\0') == std::string_view::npos) return "";
  const UnitCensus little = census(head, 1), big = census(head, 0);
  if (has_lines_of_utf16(little) != has_lines_of_utf16(big))
    return has_lines_of_utf16(little) ? "UTF-16LE" : "UTF-16BE";
  const UnitCensus& better = little.ascii >= big.ascii ? little : big;
  const double ascii_needed = is_valid_utf8(head) ? 0.5 : 0.002;
  const bool fits = better.ascii >= std::max(1.0, ascii_needed * better.units) && better.common >= 0.9 * better.units;
  if (!fits) return "";
  return &better == &little ? "UTF-16LE" : "UTF-16BE";
}

// Broken UTF-8 still has far more whole characters than ill-formed sequences; anything else, read as UTF-8, has fewer.
bool is_mostly_utf8(std::string_view head) {
  const RepairedText repaired = repair_utf8(head);
  if (repaired.replacements == 0) return true;
  const auto leads = std::ranges::count_if(repaired.text, [](char c) { return static_cast<uint8_t>(c) >= 0xC0; });
  return leads - repaired.replacements > repaired.replacements;
}

// A head's last line may be cut in the middle of a character.
std::string_view whole_lines(std::string_view head) {
  const size_t end = head.rfind('\n');
  return end == std::string_view::npos ? head : head.substr(0, end + 1);
}

// Text of one-byte characters may begin with the same two bytes by accident, and all its lines would be lost in one.
// UTF-16 has hardly an unpaired surrogate, and line feeds and blanks bring NUL bytes. Without any NUL, text of several
// bytes a character is UTF-8 (UTF-16 never looks like it for long); ASCII isn't common text in UTF-16, nor ends it so.
bool is_behind_utf16_mark(std::string_view text, bool whole) {
  const size_t high_byte = text.starts_with(kUtf16LeMark) ? 1 : 0;
  text.remove_prefix(kUtf16LeMark.size());
  const UnitCensus units = census(text, high_byte);
  if (units.unpaired > kMostUnpaired * units.units) return false;
  if (text.find('\0') != std::string_view::npos) return true;
  if (!whole) text = whole_lines(text);
  if (!is_ascii(text)) return !is_mostly_utf8(text);
  return !text.ends_with('\n') && units.common >= 0.95 * units.units;
}

std::string utf16_name(std::string_view head) {
  if (head.starts_with(kUtf16BeMark)) return "UTF-16BE";
  if (head.starts_with(kUtf16LeMark)) return "UTF-16LE";
  return census(head, 0).ascii > census(head, 1).ascii ? "UTF-16BE" : "UTF-16LE";
}

}  // namespace

bool is_ascii(std::string_view text) {
  return std::ranges::none_of(text, [](char c) { return static_cast<uint8_t>(c) >= 0x80; });
}

std::string detect_encoding(std::string_view head, bool whole) {
  if (head.starts_with(kUtf8Mark)) return kUtf8;
  const bool has_utf16_mark = head.starts_with(kUtf16LeMark) || head.starts_with(kUtf16BeMark);
  if (has_utf16_mark && is_behind_utf16_mark(head, whole)) return utf16_name(head);
  if (head.starts_with(kGb18030Mark)) return kGb18030;
  if (const auto utf16 = utf16_without_mark(head); !utf16.empty()) return utf16;
  if (!whole) head = whole_lines(head);
  if (is_mostly_utf8(head)) return kUtf8;
  return legacy_chinese(head).value_or(kUtf8);
}

std::string encoding_name(TextEncoding encoding, std::string_view head, bool whole) {
  switch (encoding) {
    case TextEncoding::kAuto:
      return detect_encoding(head, whole);
    case TextEncoding::kUtf8:
      return kUtf8;
    case TextEncoding::kUtf16:
      return utf16_name(head);
    case TextEncoding::kGb18030:
      return kGb18030;
    case TextEncoding::kBig5:
      break;
  }
  return kBig5;
}

struct Decoder::Converter {
  iconv_t handle;
};

void Decoder::Close::operator()(Converter* converter) const {
  ::iconv_close(converter->handle);
  delete converter;
}

Decoder::Decoder(const std::string& encoding) : unit_(encoding.starts_with("UTF-16") ? 2 : 1) {
  const iconv_t handle = ::iconv_open(kUtf8, encoding.c_str());
  if (reinterpret_cast<intptr_t>(handle) == -1) {
    throw UserError(concat("text in the encoding ", encoding, " can't be read: this system's iconv doesn't know it; ",
                           "install the C library's converters (glibc-gconv-extra), or convert the text to UTF-8"));
  }
  converter_.reset(new Converter{handle});
}

void Decoder::decode(std::string_view bytes, std::string& text) {
  pending_.append(bytes);
  convert(text);
}

void Decoder::finish(std::string& text) {
  convert(text);
  if (!pending_.empty()) text += kIllFormed;
  pending_.clear();
  // Big5-HKSCS keeps a letter back that the next one could have put an accent on.
  std::array<char, 16> rest{};
  char* out = rest.data();
  size_t room = rest.size();
  ::iconv(converter_->handle, nullptr, nullptr, &out, &room);
  text.append(rest.data(), rest.size() - room);
}

void Decoder::convert(std::string& text) {
  std::array<char, 1 << 14> block;
  char* in = pending_.data();
  size_t left = pending_.size();
  while (left > 0) {
    char* out = block.data();
    size_t room = block.size();
    const size_t result = ::iconv(converter_->handle, &in, &left, &out, &room);
    const int problem = result == static_cast<size_t>(-1) ? errno : 0;
    text.append(block.data(), block.size() - room);
    if (problem == EINVAL) break;  // the rest is the beginning of a character
    if (problem != EILSEQ) continue;
    text += kIllFormed;
    const size_t passed = std::min(unit_, left);
    in += passed;
    left -= passed;
  }
  pending_.erase(0, pending_.size() - left);
}

}  // namespace tfm
