#include "pair_testing.h"

namespace tfm {
namespace {

class PoPairs : public FormatTest {
 protected:
  static constexpr const char* kHeader =
      "# Title\n#, fuzzy\nmsgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n\n";
  Shown read_po(const std::string& messages) { return read("zh.po", kHeader + messages); }
};

TEST_F(PoPairs, ReadsMessagesAndSkipsTheHeader) {
  EXPECT_EQ(
      read_po("#: file.c:1\nmsgid \"one\"\nmsgstr \"一\"\n\nmsgctxt \"menu\"\nmsgid \"&Open\"\nmsgstr \"打开(&O)\""),
      (Shown{"8 one | 一", "11 &Open | 打开(&O)"}));
}

TEST_F(PoPairs, JoinsStringsAndReadsEscapes) {
  EXPECT_EQ(read_po("msgid \"\"\n\"a \\\"b\\\"\\n\"\n  \"c\\td\\\\\\x41\\101\" \"e\"\nmsgstr \"一\\n\"\n\"二\\n\"\n"),
            (Shown{"7 a \"b\" c\td\\AAe | 一 二"}));
}

TEST_F(PoPairs, MakesTwoPairsOfAPlural) {
  EXPECT_EQ(read_po("msgid \"%d file\"\nmsgid_plural \"%d files\"\nmsgstr[0] \"%d 个文件\"\n\n"
                    "msgid \"day\"\nmsgid_plural \"days\"\nmsgstr[0] \"天\"\nmsgstr[1] \"些\"\nmsgstr[2] \"日\"\n"),
            (Shown{"7 %d file | %d 个文件", "7 %d files | %d 个文件", "11 day | 天", "11 days | 日"}));
}

TEST_F(PoPairs, SaysWhyAMessageIsNoPair) {
  EXPECT_EQ(read_po("#, c-format, fuzzy\n#| msgid \"old\"\nmsgid \"a\"\nmsgstr \"甲\"\n\nmsgid \"b\"\nmsgstr \"\"\n"
                    "msgid \"c\"\nmsgstr \"丙\"\n#~ msgid \"d\"\n#~ msgstr \"丁\"\n#~| msgid \"x\"\n#~ msgid \"e\"\n"
                    "#~ msgstr \"戊\"\nmsgid \"f\"\nmsgstr \"己\"\n"),
            (Shown{"9 ! fuzzy", "12 ! untranslated", "14 c | 丙", "16 ! obsolete", "19 ! obsolete", "21 f | 己"}));
}

TEST_F(PoPairs, LosesOneMessageToALineThatIsNoPo) {
  EXPECT_EQ(read_po("msgid \"a\"\ngarbage\nmsgstr \"甲\"\n\nmsgid \"open\nmsgstr \"b\"\n\nmsgstr \"c\"\n\n\"alone\"\n\n"
                    "msgid \"d\"\nmsgstr \"丁\"\nmsgid \"end\"\n"),
            (Shown{"7 ! a line that is no PO", "11 ! a line that is no PO", "14 ! a message without msgid",
                   "16 ! a line that is no PO", "18 d | 丁", "20 ! untranslated"}));
}

TEST_F(PoPairs, KeepsAMessageWithContextAndWithoutText) {
  EXPECT_EQ(read_po("msgctxt \"x\"\nmsgid \"\"\nmsgstr \"一\"\n"), (Shown{"7  | 一"}));
}

TEST_F(PoPairs, TakesTheCharsetOfItsHeader) {
  EXPECT_EQ(read("a.po",
                 "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=GBK\\n\"\n\nmsgid \"a\"\nmsgstr "
                 "\"\xD6\xD0\"\n"),
            (Shown{"5 a | 中"}));
  EXPECT_EQ(
      read("a.po",
           "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=CHARSET\\n\"\n\nmsgid \"a\"\nmsgstr \"中\"\n"),
      (Shown{"5 a | 中"}));
  EXPECT_EQ(read("a.po", "msgid \"charset=klingon\"\nmsgstr \"中\"\n"), (Shown{"1 charset=klingon | 中"}));
}

TEST_F(PoPairs, ReadsCrLf) {
  EXPECT_EQ(read("a.po", "msgid \"a\"\r\nmsgstr \"\"\r\n\"甲\"\r\n\r\nmsgid \"b\"\r\nmsgstr \"乙\"\r\n"),
            (Shown{"1 a | 甲", "5 b | 乙"}));
}

}  // namespace
}  // namespace tfm
