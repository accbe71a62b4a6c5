#include "pair_testing.h"

#include "text/language_tag.h"

namespace tfm {
namespace {

TEST(LanguageMatch, PrefersScriptAndRegion) {
  EXPECT_EQ(language_match("en", "zh"), 0);
  EXPECT_EQ(language_match("en", ""), 0);
  EXPECT_GT(language_match("en", "EN-us"), 0);
  EXPECT_GT(language_match("zh_Hans", "zh-hans"), language_match("zh-Hans", "zh-CN"));
  EXPECT_GT(language_match("zh-Hans", "zh-CN"), language_match("zh-Hans", "zh"));
  EXPECT_GT(language_match("zh-Hans", "zh"), 0);
  EXPECT_EQ(language_match("zh-Hans", "zh-TW"), 0);
  EXPECT_EQ(language_match("zh-TW", "zh-Hans-CN"), 0);
  EXPECT_GT(language_match("zh", "zh-TW"), 0);
  EXPECT_GT(language_match("en-GB", "en-GB"), language_match("en-GB", "en-US"));
}

// --- TMX ------------------------------------------------------------------------------------------------------------

class TmxPairs : public FormatTest {
 protected:
  static std::string tmx(const std::string& body) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE tmx SYSTEM \"tmx14.dtd\">\n<tmx version=\"1.4\">"
           "<header srclang=\"en\"><note>x</note></header><body>\n" +
           body + "</body></tmx>\n";
  }
  static std::string unit(const std::string& source, const std::string& target) {
    return "<tu><note>n</note>\n<tuv xml:lang=\"en-US\"><prop>p</prop><seg>" + source +
           "</seg></tuv>\n<tuv lang=\"zh_CN\"><seg>" + target + "</seg></tuv></tu>\n";
  }
};

TEST_F(TmxPairs, TakesUnitsInBothSpellingsOfTheLanguage) {
  EXPECT_EQ(read("a.tmx", tmx(unit("one &amp; &#x4e00;", "一") + unit("two", "二"))),
            (Shown{"4 one & 一 | 一", "7 two | 二"}));
}

TEST_F(TmxPairs, TakesEntitiesOfAnotherFileForBlanks) {
  EXPECT_EQ(read("a.tmx", tmx(unit("a&nbsp;b", "一"))), (Shown{"4 a b | 一"}));
}

TEST_F(TmxPairs, DropsCodesAndKeepsHighlights) {
  EXPECT_EQ(read("a.tmx", tmx(unit("a<bpt i='1'>&lt;b><sub>s</sub></bpt>b<ept i='1'>x</ept><ph/><it>y</it><ut>z</ut> "
                                   "<hi>c <hi>d</hi></hi><sub>e</sub>",
                                   "一"))),
            (Shown{"4 ab c de | 一"}));
}

TEST_F(TmxPairs, JoinsLinesAndTrims) {
  const auto pairs = read_pairs(one_file("a.tmx", tmx(unit("\n   one\r\n\t  two  three\n", "一\u2028二"))));
  EXPECT_EQ(shown(pairs), (Shown{"4 one two  three | 一 二"}));
}

TEST_F(TmxPairs, ChoosesTheVariantThatServesBest) {
  const std::string body =
      "<tu><tuv xml:lang=\"en\"><seg>one</seg></tuv><tuv xml:lang=\"zh-TW\"><seg>繁</seg></tuv>"
      "<tuv xml:lang=\"zh\"><seg>中</seg></tuv><tuv xml:lang=\"zh-CN\"><seg>简</seg></tuv>"
      "<tuv xml:lang=\"zh-CN\"><seg>later</seg></tuv></tu>";
  EXPECT_EQ(read("a.tmx", tmx(body), {"en", "zh-Hans"}), (Shown{"4 one | 简"}));
  EXPECT_EQ(read("a.tmx", tmx(body), {"en", "zh-Hant"}), (Shown{"4 one | 繁"}));
  EXPECT_EQ(read("a.tmx", tmx(body), {"zh", "en"}), (Shown{"4 中 | one"}));
}

TEST_F(TmxPairs, SaysWhichLanguageAUnitLacks) {
  EXPECT_EQ(read("a.tmx", tmx("<tu><tuv xml:lang='en'><seg>a</seg></tuv></tu><tu/>" + unit("b", "乙"))),
            (Shown{"4 ! no zh", "4 ! no en", "4 b | 乙"}));
}

TEST_F(TmxPairs, MendsBytesThatXmlForbids) {
  const auto pair = read_pairs(one_file("a.tmx", tmx(unit("a\xFF\x0B\x01", "\xE4\xB8一"))))[0];
  EXPECT_EQ(shown(pair), "4 a\uFFFD   | \uFFFD一");
  EXPECT_EQ(pair.source.replaced_sequences, 1);
  EXPECT_EQ(pair.source.replaced_controls, 2);
  EXPECT_EQ(pair.target.replaced_sequences, 1);
}

TEST_F(TmxPairs, SaysWhereXmlIsIllFormed) {
  EXPECT_NE(refusal("a.tmx", tmx(unit("a", "b") + "<tu></tuv>")).find("a.tmx:7:7: no well-formed XML (mismatched tag)"),
            std::string::npos);
  EXPECT_NE(refusal("a.tmx", "<tmx>\n<body>").find("a.tmx:2:7: no well-formed XML"), std::string::npos);
  EXPECT_NE(refusal("a.tmx", "").find("a.tmx:1:1: no well-formed XML"), std::string::npos);
  EXPECT_EQ(refusal("a.tmx", "<html/>"),
            (folder_ / "a.tmx").string() + ":1: the file begins with <html>, not with <tmx>; is it TMX?");
}

TEST_F(TmxPairs, BoundsASegmentAndEntities) {
  EXPECT_EQ(read("a.tmx", tmx(unit(std::string(2 << 20, 'x'), "一") + unit("b", "乙"))),
            (Shown{"4 ! a segment longer than 1 MiB", "7 b | 乙"}));
  std::string bomb = "<!DOCTYPE tmx [<!ENTITY a \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\">";
  for (char c = 'b'; c < 'm'; ++c) {
    bomb += concat("<!ENTITY ", c, " \"");
    for (int i = 0; i < 10; ++i) bomb += concat("&", static_cast<char>(c - 1), ";");
    bomb += "\">";
  }
  bomb += "]><tmx><body>" + unit("&l;", "一") + "</body></tmx>";
  EXPECT_NE(refusal("a.tmx", bomb).find("amplification"), std::string::npos);
}

TEST_F(TmxPairs, ReadsUtf16AndDeclaredEncodings) {
  const std::string gbk =
      "<?xml version=\"1.0\" encoding=\"gbk\"?><tmx><body>" + unit("a", "\xD6\xD0") + "</body></tmx>";
  EXPECT_EQ(read("a.tmx", gbk), (Shown{"1 a | 中"}));
  std::string utf16 = "\xFF\xFE";
  for (const char c : "<?xml version=\"1.0\" encoding=\"UTF-16\"?><tmx><body>" + unit("a", "b") + "</body></tmx>") {
    utf16 += c;
    utf16 += '\0';
  }
  EXPECT_EQ(read("a.tmx", utf16), (Shown{"1 a | b"}));
}

TEST_F(TmxPairs, ReadsOnePieceAfterTheOther) {
  std::string body;
  for (int i = 0; i < 20'000; ++i) body += unit("number " + std::to_string(i), "数字" + std::to_string(i));
  const auto reader = open_pairs(one_file("a.tmx", tmx(body)), {"en", "zh"});
  EXPECT_EQ(reader->next()->source.text, "number 0");
  int count = 1;
  while (const auto pair = reader->next()) {
    ASSERT_EQ(pair->target.text, "数字" + std::to_string(count));
    ++count;
  }
  EXPECT_EQ(count, 20'000);
  EXPECT_EQ(reader->share_read(), 1.0);
}

// --- XLIFF ----------------------------------------------------------------------------------------------------------

class XliffPairs : public FormatTest {
 protected:
  static std::string xliff(const std::string& units, const std::string& target_language = "zh-CN") {
    return "<xliff version=\"1.2\"><file source-language=\"en\" target-language=\"" + target_language +
           "\"><header><note>h</note></header><body><group>\n" + units + "</group></body></file></xliff>";
  }
  static std::string xliff2(const std::string& units) {
    return "<xliff xmlns=\"urn:oasis:names:tc:xliff:document:2.0\" version=\"2.0\" srcLang=\"en\" trgLang=\"zh\">"
           "<file id=\"f\"><unit id=\"1\"><originalData><data id=\"d\">&lt;b></data></originalData>\n" +
           units + "</unit></file></xliff>";
  }
};

TEST_F(XliffPairs, ReadsVersion1) {
  EXPECT_EQ(
      read("a.xlf", xliff("<trans-unit id='1'><source>one</source><seg-source><mrk>no</mrk></seg-source>"
                          "<target state='translated'>一</target><note>n</note><alt-trans><source>x</source>"
                          "<target>y</target></alt-trans></trans-unit>\n"
                          "<trans-unit id='2'><source>a <g id='1'>b</g><x id='2'/><ph id='3'>code<sub>s</sub></ph>"
                          "<bpt id='4'>{</bpt>c<ept id='4'>}</ept><mrk mtype='seg'> d</mrk></source>"
                          "<target>\n二\n  三\n</target></trans-unit>")),
      (Shown{"2 one | 一", "3 a bc d | 二 三"}));
}

TEST_F(XliffPairs, KnowsWhatIsNotTranslated) {
  EXPECT_EQ(
      read("a.xlf", xliff("<trans-unit><source>a</source></trans-unit>\n"
                          "<trans-unit><source>b</source><target/></trans-unit>\n"
                          "<trans-unit><source>c</source><target state='new'>c</target></trans-unit>\n"
                          "<trans-unit><source>d</source><target state='needs-translation'>d</target></trans-unit>\n"
                          "<trans-unit translate='no'><source>e</source><target>e</target></trans-unit>\n"
                          "<trans-unit><source>f</source><target state='needs-review-translation'>己</target>"
                          "</trans-unit>")),
      (Shown{"2 ! not translated", "3 ! not translated", "4 ! not translated", "5 ! not translated",
             "6 ! not to be translated", "7 f | 己"}));
}

TEST_F(XliffPairs, ReadsVersion2) {
  EXPECT_EQ(
      read("a.xliff", xliff2("<segment state='final'><source>Press <pc id='1'>the <ph id='2'/>key</pc>"
                             "<cp hex='0007'/></source><target>按键</target></segment>\n"
                             "<ignorable><source> </source></ignorable>"
                             "<mtc:matches><mtc:match><source>x</source><target>y</target></mtc:match></mtc:matches>"
                             "<segment><source>two</source><target>二</target></segment>\n"
                             "<segment state='initial'><source>c</source><target>c</target></segment>\n")),
      (Shown{"2 Press the key | 按键", "3 two | 二", "4 ! not translated"}));
}

TEST_F(XliffPairs, RefusesOtherLanguages) {
  const std::string message = refusal("a.xlf", xliff("", "de"));
  EXPECT_NE(message.find("a.xlf:1: target-language is \"de\", but the config says \"zh\""), std::string::npos)
      << message;
  EXPECT_NE(refusal("a.xlf", xliff("", "zh-TW"), {"en", "zh-Hans"}).find("\"zh-TW\""), std::string::npos);
  EXPECT_EQ(read("a.xlf", xliff("", "zh-Hans"), {"en", "zh-CN"}), Shown{});
  EXPECT_NE(refusal("a.xlf", xliff2(""), {"fr", "zh"}).find("srcLang is \"en\""), std::string::npos);
}

// --- WMT ------------------------------------------------------------------------------------------------------------

TEST_F(FormatTest, ReadsTheReferencesOfAWmtFile) {
  EXPECT_EQ(read("a.xml", R"(<dataset><doc id="one">
<src><p><seg id="2">Second &amp; last</seg><seg id="1">First
 one</seg><seg id="3">Nobody's</seg></p></src>
<ref translator="A"><seg id="1">第一</seg></ref><ref translator="B"><seg id="1">一</seg><seg id="2">第二</seg></ref>
</doc><doc testsuite="x"><src><seg id="1">no</seg></src></doc></dataset>)"),
            (Shown{"2 First one | 第一", "2 Second & last | 第二", "3 ! not translated"}));
  EXPECT_NE(refusal("a.xml", "<html/>").find("has no <src> with segments"), std::string::npos);
}

}  // namespace
}  // namespace tfm
