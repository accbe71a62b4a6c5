#include "text/user_symbols.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace tfm {
namespace {

std::string message_of(const std::vector<std::string>& symbols) {
  try {
    check_symbols(symbols);
  } catch (const UserError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::kUsage);
    return error.what();
  }
  return "no error";
}

TEST(UserSymbols, MayBeAnyTextWithoutBlanks) {
  EXPECT_EQ(message_of({"<2zh>", "<sep>", "a,b", "\"", "😀", "👨‍👩‍👧", "＜", "词", "%s"}), "no error");
}

TEST(UserSymbols, AreRefusedAllAtOnce) {
  EXPECT_EQ(
      message_of({"<ok>", "", "two words", "a\tb", "a\u3000b", "a\nb", "\xFF", "▁x", "▅", "<s>", "<0x0A>", "<ok>"}),
      "symbols that no vocabulary can have; change or remove them:\n"
      "  /tokenizer/symbols/1: \"\" is empty\n"
      "  /tokenizer/symbols/2: \"two words\" has white space or a control character in it\n"
      "  /tokenizer/symbols/3: \"a\tb\" has white space or a control character in it\n"
      "  /tokenizer/symbols/4: \"a\u3000b\" has white space or a control character in it\n"
      "  /tokenizer/symbols/5: \"a b\" has white space or a control character in it\n"
      "  /tokenizer/symbols/6: \"\uFFFD\" is not UTF-8\n"
      "  /tokenizer/symbols/7: \"▁x\" has a character in it that SentencePiece keeps for itself (U+2581, U+2585)\n"
      "  /tokenizer/symbols/8: \"▅\" has a character in it that SentencePiece keeps for itself (U+2581, U+2585)\n"
      "  /tokenizer/symbols/9: \"<s>\" is the name of a special symbol\n"
      "  /tokenizer/symbols/10: \"<0x0A>\" is the name of a special symbol\n"
      "  /tokenizer/symbols/11: \"<ok>\" is there twice");
}

TEST(UserSymbols, AreListedWithQuotesWhereCommasWouldDivideThem) {
  EXPECT_EQ(comma_separated({}), "");
  EXPECT_EQ(comma_separated({"<a>", "b"}), "<a>,b");
  EXPECT_EQ(comma_separated({"a,b", "say \"x\""}), "\"a,b\",\"say \"\"x\"\"\"");
}

}  // namespace
}  // namespace tfm
