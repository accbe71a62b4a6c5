#include "input/legacy_chinese.h"

#include <uchardet.h>

#include <cstdint>
#include <memory>

namespace tfm {
namespace {

// How a text reads in one of both encodings. Common are punctuation and the characters of the first level, which make
// up 98 % and more of any real text. Some of them are what another language has at the same bytes: the alphabet of
// Korean (EUC-KR) below C9 in GB2312, that of Japanese (EUC-JP) at A4 and A5 in Big5. The others tell it from Chinese.
struct Reading {
  double characters = 0, errors = 0, common = 0, only_chinese = 0;
  double share(double part) const { return part / (characters + errors); }
};

bool is_between(uint8_t byte, uint8_t first, uint8_t last) { return byte >= first && byte <= last; }

struct TwoBytes {
  uint8_t lead, trail;
};

bool is_gb_pair(TwoBytes pair) {
  return is_between(pair.lead, 0x81, 0xFE) && is_between(pair.trail, 0x40, 0xFE) && pair.trail != 0x7F;
}
bool is_common_in_gb(TwoBytes pair) {
  return pair.trail >= 0xA1 && (is_between(pair.lead, 0xA1, 0xA3) || is_between(pair.lead, 0xB0, 0xD7));
}
bool is_big5_pair(TwoBytes pair) {
  return is_between(pair.lead, 0x87, 0xFE) &&
         (is_between(pair.trail, 0x40, 0x7E) || is_between(pair.trail, 0xA1, 0xFE));
}
bool is_common_in_big5(TwoBytes pair) { return is_between(pair.lead, 0xA1, 0xA3) || is_between(pair.lead, 0xA4, 0xC6); }

// GB18030's characters of four bytes: the second and fourth are digits.
bool is_four_bytes(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  return text.size() >= 4 && is_between(byte(0), 0x81, 0xFE) && is_between(byte(1), 0x30, 0x39) &&
         is_between(byte(2), 0x81, 0xFE) && is_between(byte(3), 0x30, 0x39);
}

bool is_only_chinese_in_gb(TwoBytes pair) { return is_between(pair.lead, 0xC9, 0xD7); }
bool is_only_chinese_in_big5(TwoBytes pair) { return is_between(pair.lead, 0xA6, 0xC6); }

template <typename IsPair, typename IsCommon, typename IsOnlyChinese>
Reading read(std::string_view text, IsPair is_pair, IsCommon is_common, IsOnlyChinese is_only_chinese,
             bool four_bytes) {
  Reading reading;
  while (!text.empty()) {
    const auto lead = static_cast<uint8_t>(text[0]);
    const TwoBytes pair{lead, text.size() > 1 ? static_cast<uint8_t>(text[1]) : uint8_t{0}};
    size_t length = 1;
    if (four_bytes && is_four_bytes(text)) {
      length = 4;
      ++reading.characters;
    } else if (is_pair(pair)) {
      length = 2;
      ++reading.characters;
      reading.common += is_common(pair);
      reading.only_chinese += is_only_chinese(pair);
    } else if (lead >= 0x80) {
      ++reading.errors;
    }
    text.remove_prefix(length);
  }
  return reading;
}

// A second opinion, by the frequencies of characters; empty when there is none.
std::string opinion_of_uchardet(std::string_view text) {
  const std::unique_ptr<uchardet, void (*)(uchardet_t)> detector(uchardet_new(), uchardet_delete);
  if (uchardet_handle_data(detector.get(), text.data(), text.size()) != 0) return "";
  uchardet_data_end(detector.get());
  return uchardet_get_charset(detector.get());
}

}  // namespace

std::optional<std::string> legacy_chinese(std::string_view text) {
  const Reading gb = read(text, is_gb_pair, is_common_in_gb, is_only_chinese_in_gb, true);
  const Reading big5 = read(text, is_big5_pair, is_common_in_big5, is_only_chinese_in_big5, false);
  const bool is_gb = gb.share(gb.common - gb.errors) >= big5.share(big5.common - big5.errors);
  const Reading& better = is_gb ? gb : big5;
  constexpr double kMostErrors = 0.02, kPlainlyChinese = 0.8, kChineseIfAgreed = 0.5;
  if (better.characters == 0 || better.share(better.errors) > kMostErrors) return std::nullopt;
  const std::string opinion = opinion_of_uchardet(text);
  const bool may_be_another = opinion == "EUC-KR" || opinion == "UHC" || opinion == "EUC-JP";
  if (may_be_another && better.share(better.only_chinese) < (is_gb ? 0.15 : 0.5)) return std::nullopt;
  const bool agreed = opinion.starts_with(is_gb ? "GB" : "BIG5");
  if (better.share(better.common) < (agreed ? kChineseIfAgreed : kPlainlyChinese)) return std::nullopt;
  return is_gb ? kGb18030 : kBig5;
}

}  // namespace tfm
