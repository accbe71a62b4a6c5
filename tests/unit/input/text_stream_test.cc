#include "input/text_stream.h"

#include <gtest/gtest.h>
#include <iconv.h>

#include "../compressed_testing.h"
#include "../file_testing.h"
#include "input/line_reader.h"

namespace tfm {
namespace {

using namespace std::string_literals;

std::string encoded(const std::string& text, const char* encoding) {
  const iconv_t converter = ::iconv_open(encoding, "UTF-8");
  std::string input = text, result(4 * text.size() + 16, '\0');
  char *in = input.data(), *out = result.data();
  size_t left = input.size(), room = result.size();
  EXPECT_EQ(::iconv(converter, &in, &left, &out, &room), 0U) << encoding;
  ::iconv(converter, nullptr, nullptr, &out, &room);
  ::iconv_close(converter);
  result.resize(result.size() - room);
  return result;
}

struct Read {
  std::string encoding;
  std::vector<CleanLine> lines;
  std::string text() const {
    std::string result;
    for (const auto& line : lines) result += line.text + "\n";
    return result;
  }
  int64_t replaced() const {
    int64_t sum = 0;
    for (const auto& line : lines) sum += line.replaced_sequences;
    return sum;
  }
};

Read read(const std::string& bytes, TextEncoding encoding = TextEncoding::kAuto, const std::string& declared = "") {
  const ScratchFolder folder;
  put_file(folder / "text", bytes);
  LineReader reader(folder / "text", encoding, [&](std::string_view) { return declared; });
  Read result{reader.stream().encoding(), {}};
  while (auto line = reader.next()) result.lines.push_back(std::move(*line));
  EXPECT_EQ(count_lines(folder / "text", encoding), std::ssize(result.lines));
  return result;
}

const std::string kSimplified =
    "我们在这里测试中文文本的编码，看看程序能不能正确地识别。\n"
    "第二行有English单词和数字 123。\n他说：“今天的天气很好！”\n一\n";
const std::string kTraditional =
    "我們在這裡測試中文文本的編碼，看看程式能不能正確地識別。\n"
    "第二行有English單詞和數字 123。\n他說：「今天的天氣很好！」\n一\n";
const std::string kEnglish = "The first line.\nA second one, longer than that.\nAnd the end\n";

// UTF-8 that begins with two bytes of rubbish, or bytes that are no text at all: lines stay lines.
TEST(TextStream, AMarkOfUtf16AloneDoesNotMakeIt) {
  for (const std::string mark : {"\xFF\xFE", "\xFE\xFF"}) {
    for (const std::string& text : {kSimplified, kTraditional, kEnglish, std::string("x\n"), kEnglish + kSimplified}) {
      const auto found = read(mark + text);
      EXPECT_EQ(found.encoding, "UTF-8") << text;
      EXPECT_EQ(found.text(), "\uFFFD\uFFFD" + text);
      EXPECT_EQ(found.replaced(), 2);
    }
    std::string bytes = mark;
    for (unsigned i = 0, state = 7; i < 4000; ++i) {
      state = state * 1664525U + 1013904223U;
      bytes += i % 40 == 39 ? '\n' : static_cast<char>(state >> 24U);
    }
    EXPECT_FALSE(read(bytes).encoding.starts_with("UTF-16"));
  }
}

TEST(TextStream, AMarkOfUtf16MakesItForAnyScript) {
  for (const char* encoding : {"UTF-16LE", "UTF-16BE"}) {
    for (const std::string& text : {kSimplified, kTraditional, kEnglish, "Привет, мир.\n"s, "안녕하세요, 세계.\n"s,
                                    "🙂🙃 😀\n"s, "你好世界"s, "上中"s, "a"s}) {
      const auto found = read(encoded("\uFEFF" + text, encoding));
      EXPECT_EQ(found.encoding, encoding) << text;
      EXPECT_EQ(found.text(), text.ends_with("\n") ? text : text + "\n");
    }
  }
}

// Each line feed has a NUL beside it, whatever the script; NULs in other text are accidents.
TEST(TextStream, LineFeedsTellUtf16WithoutAMark) {
  for (const char* encoding : {"UTF-16LE", "UTF-16BE"}) {
    for (const std::string& text :
         {"Привет мир\nЯ люблю тебя\n"s, "สวัสดี\nโลก\n"s, "مرحبا بالعالم\nمرحبا\n"s, "नमस्ते दुनिया\nनमस्ते दुनिया\n"s,
          "안녕 세계\n안녕 세계\n"s, "Γειά σου\nΓειά σου\n"s, "🙂 🙃\n😀\n"s, "你好\n你好\n"s}) {
      const auto found = read(encoded(text, encoding));
      EXPECT_EQ(found.encoding, encoding) << text;
      EXPECT_EQ(found.text(), text);
    }
  }
  for (const std::string& text : {kEnglish, kSimplified, "Привет мир\nЯ люблю тебя\n"s}) {
    for (const size_t place : {size_t{0}, size_t{4}, text.find('\n'), text.find('\n') + 1}) {
      EXPECT_EQ(read(text.substr(0, place) + '\0' + text.substr(place)).encoding, "UTF-8") << text << place;
    }
  }
}

TEST(TextStream, FindsTheEncodingOfChinese) {
  for (const auto& [encoding, text] : {std::pair{"UTF-8", kSimplified},
                                       {"UTF-8", kTraditional},
                                       {"GB18030", kSimplified},
                                       {"BIG5-HKSCS", kTraditional},
                                       {"UTF-16LE", kSimplified},
                                       {"UTF-16BE", kTraditional}}) {
    const Read result = read(encoded(text, encoding));
    EXPECT_EQ(result.encoding, encoding);
    EXPECT_EQ(result.text(), text);
    EXPECT_EQ(result.replaced(), 0);
  }
}

TEST(TextStream, FindsChineseInAFewBytes) {
  EXPECT_EQ(read(encoded("你好，世界\n", "GB18030")).encoding, "GB18030");
  EXPECT_EQ(read(encoded("你好，世界\n", "BIG5")).encoding, "BIG5-HKSCS");
  EXPECT_EQ(read(encoded("OK: 确定\n", "GB18030")).text(), "OK: 确定\n");
}

TEST(TextStream, FindsUtf16WithAndWithoutAMark) {
  for (const std::string& text : {kEnglish, kSimplified}) {
    for (const char* encoding : {"UTF-16LE", "UTF-16BE"}) {
      const Read plain = read(encoded(text, encoding)), marked = read(encoded("\uFEFF" + text, encoding));
      EXPECT_EQ(plain.encoding, encoding);
      EXPECT_EQ(plain.text(), text);
      EXPECT_EQ(marked.encoding, encoding);
      EXPECT_EQ(marked.text(), text);
      EXPECT_TRUE(marked.lines[0].had_bom);
      EXPECT_EQ(marked.lines[0].removed_zero_width, 0);
    }
  }
}

TEST(TextStream, CutsUtf16AtLineFeedsAlone) {
  // U+010A, U+0A00 and U+0A0A have the byte 0A in them.
  const Read result = read(encoded("a\u010Ab\u0A0Ac\r\n\u2028d\n", "UTF-16LE"), TextEncoding::kUtf16);
  EXPECT_EQ(result.text(), "a\u010Ab\u0A0Ac\n d\n");
  EXPECT_TRUE(result.lines[0].had_carriage_return);
}

TEST(TextStream, KeepsUtf8WithBrokenBytes) {
  const Read result = read(kSimplified + "\xFF坏\xE4\xBD\n" + kSimplified);
  EXPECT_EQ(result.encoding, "UTF-8");
  EXPECT_EQ(result.replaced(), 2);
  const Read accents = read("caf\xC3\xA9 na\xC3\xAFve r\xE9sum\xC3\xA9\n");
  EXPECT_EQ(accents.encoding, "UTF-8");
  EXPECT_EQ(accents.replaced(), 1);
}

TEST(TextStream, KeepsUtf8WithNulBytes) {
  EXPECT_EQ(read("a\0b\nc\0\0d\n\xFF\n"s).encoding, "UTF-8");
  EXPECT_EQ(read(std::string(1000, '\0')).encoding, "UTF-8");
  EXPECT_EQ(read(kSimplified + "\0\0\n\xFF"s).encoding, "UTF-8");
}

TEST(TextStream, TakesOtherLanguagesForWhatTheyAreNot) {
  EXPECT_EQ(read("Fa\xE7"
                 "ade, d\xE9j\xE0 vu, \xE9t\xE9, \xC0 la carte\n")
                .encoding,
            "UTF-8");
  EXPECT_EQ(read(encoded("안녕하세요 세계. 한국어 문장입니다. 오늘 날씨가 좋습니다.\n", "EUC-KR")).encoding, "UTF-8");
  EXPECT_EQ(read(encoded("これは日本語の文章です。今日はいい天気ですね。\n", "EUC-JP")).encoding, "UTF-8");
  EXPECT_EQ(read(encoded("これは日本語の文章です。今日はいい天気ですね。\n", "SHIFT_JIS")).encoding, "UTF-8");
  EXPECT_EQ(read(encoded("Это русский текст, строка первая.\n", "WINDOWS-1251")).encoding, "UTF-8");
  EXPECT_EQ(read(encoded("Это русский текст, строка первая.\n", "KOI8-R")).encoding, "UTF-8");
}

TEST(TextStream, CountsLegacyBytesBehindAMegabyteOfAscii) {
  std::string ascii;
  while (ascii.size() <= 1U << 20) ascii += "plain ASCII, line for line\n";
  const Read result = read(ascii + encoded("编码", "GB18030") + "\n好\n");
  EXPECT_EQ(result.encoding, "UTF-8");
  EXPECT_GT(result.replaced(), 0);
  EXPECT_EQ(result.lines.back().text, "好");
}

TEST(TextStream, DoesNotCutACharacterAtTheEndOfItsHead) {
  std::string text = "x";
  while (text.size() <= (1U << 20) + 100) text += "编码\n";
  const Read result = read(text);
  EXPECT_EQ(result.encoding, "UTF-8");
  EXPECT_EQ(result.replaced(), 0);
  const Read legacy = read(encoded(text, "GB18030"));
  EXPECT_EQ(legacy.encoding, "GB18030");
  EXPECT_EQ(legacy.text(), text);
}

TEST(TextStream, CountsWhatIsIllFormedInOtherEncodingsByTheLine) {
  const Read gb =
      read(encoded("好\n", "GB18030") + "\xFF" + encoded("坏", "GB18030") + "\xB5\n\xB5", TextEncoding::kGb18030);
  EXPECT_EQ(gb.text(), "好\n\uFFFD坏\uFFFD\n\uFFFD\n");
  EXPECT_EQ(gb.lines[1].replaced_sequences, 2);
  EXPECT_EQ(gb.lines[2].replaced_sequences, 1);
  const Read utf16 = read(
      "a\0\0\xD8"
      "b\0\n\0c"s,
      TextEncoding::kUtf16);
  EXPECT_EQ(utf16.text(), "a\uFFFDb\n\uFFFD\n");
}

TEST(TextStream, ReadsCharactersOfFourBytesAndHongKongs) {
  EXPECT_EQ(read(encoded("😀𠀀\n", "GB18030"), TextEncoding::kGb18030).text(), "😀𠀀\n");
  EXPECT_EQ(read(encoded("㗎喺\n", "BIG5-HKSCS"), TextEncoding::kBig5).text(), "㗎喺\n");
  EXPECT_EQ(read("\x88\x62\x88\x66", TextEncoding::kBig5).text(), "Ê̄Ê\n");
}

TEST(TextStream, BelievesTheConfigBeforeItsEyes) {
  EXPECT_EQ(read(kSimplified, TextEncoding::kUtf8).encoding, "UTF-8");
  EXPECT_EQ(read(encoded(kSimplified, "GB18030"), TextEncoding::kUtf8).encoding, "UTF-8");
  EXPECT_EQ(read("plain\n", TextEncoding::kBig5).text(), "plain\n");
}

TEST(TextStream, BelievesADeclarationUnlessTheBytesContradict) {
  EXPECT_EQ(read("caf\xE9\n", TextEncoding::kAuto, "iso-8859-1").text(), "café\n");
  EXPECT_EQ(read("plain\n", TextEncoding::kAuto, "gbk").encoding, "GBK");
  EXPECT_EQ(read(kSimplified, TextEncoding::kAuto, "gbk").encoding, "UTF-8");
  EXPECT_EQ(read(encoded(kSimplified, "GB18030"), TextEncoding::kAuto, "utf-8").encoding, "GB18030");
  EXPECT_NE(error_message([] { read("a", TextEncoding::kAuto, "klingon"); }).find("KLINGON"), std::string::npos);
}

TEST(TextStream, FindsTheEncodingBehindCompression) {
  EXPECT_EQ(read(gzipped(encoded(kSimplified, "GB18030"))).text(), kSimplified);
  EXPECT_EQ(read(zstd_compressed(encoded(kEnglish, "UTF-16LE"))).text(), kEnglish);
}

}  // namespace
}  // namespace tfm
