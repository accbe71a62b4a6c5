#include "pair_testing.h"

namespace tfm {
namespace {

// --- TSV ------------------------------------------------------------------------------------------------------------

class TsvPairs : public FormatTest {};

TEST_F(TsvPairs, TakesColumnsByTheirNumber) {
  EXPECT_EQ(read("a.tsv", "one\t一\tmore\ntwo\t二\n"), (Shown{"1 one | 一", "2 two | 二"}));
  CorpusConfig corpus;
  corpus.source_column = 3;
  corpus.target_column = 1;
  EXPECT_EQ(shown(read_pairs(one_file("a.tsv", "一\tx\tone\n二\ttwo\n", corpus))),
            (Shown{"1 one | 一", "2 ! 2 columns, 3 wanted"}));
}

TEST_F(TsvPairs, KnowsNoQuotesAndKeepsEmptyColumns) {
  EXPECT_EQ(read("a.tsv", "\"a\t\"b\"\n\t二\n\n"), (Shown{"1 \"a | \"b\"", "2  | 二", "3 ! 1 column, 2 wanted"}));
}

TEST_F(TsvPairs, PassesOverAHeader) {
  CorpusConfig corpus;
  corpus.header = true;
  EXPECT_EQ(shown(read_pairs(one_file("a.tsv", "en\tzh\none\t一", corpus))), (Shown{"2 one | 一"}));
  EXPECT_EQ(shown(read_pairs(one_file("b.tsv", "", corpus))), Shown{});
}

TEST_F(TsvPairs, CountsWhatWasMendedOnItsSide) {
  const auto pair = read_pairs(one_file("a.tsv", "\uFEFFa\xFF\t\u200B一\u2028\r\n"))[0];
  EXPECT_EQ(shown(pair), "1 a\uFFFD | 一 ");
  EXPECT_EQ(pair.source.replaced_sequences, 1);
  EXPECT_EQ(pair.target.replaced_sequences, 0);
  EXPECT_EQ(pair.target.removed_zero_width, 1);
  EXPECT_EQ(pair.target.replaced_controls, 1);
  EXPECT_TRUE(pair.source.had_bom && pair.source.had_carriage_return && pair.target.had_carriage_return);
}

// --- CSV ------------------------------------------------------------------------------------------------------------

class CsvPairs : public FormatTest {};

TEST_F(CsvPairs, ReadsQuotedColumns) {
  EXPECT_EQ(read("a.csv", "one,一\n\"a, \"\"b\"\"\",\"\"\nplain \"quotes\" stay,x\n"),
            (Shown{"1 one | 一", "2 a, \"b\" | ", "3 plain \"quotes\" stay | x"}));
}

TEST_F(CsvPairs, TurnsLineBreaksInsideQuotesIntoBlanks) {
  const auto pairs = read_pairs(one_file("a.csv", "\uFEFF\"a \r\n\r\n b\",\"一\n\"\r\nnext,二\r\n"));
  EXPECT_EQ(shown(pairs), (Shown{"1 a b | 一", "5 next | 二"}));
  EXPECT_EQ(pairs[0].source.replaced_controls, 1);
  EXPECT_TRUE(pairs[0].source.had_bom);
}

TEST_F(CsvPairs, LosesOneLineToAQuoteThatIsNotClosed) {
  EXPECT_EQ(read("a.csv", "one,一\n\"open,x\ntwo,二\nthree,三"),
            (Shown{"1 one | 一", "2 ! a quote that isn't closed", "3 two | 二", "4 three | 三"}));
  EXPECT_EQ(read("a.csv", "\"open,x\ntwo,\"二\"\nthree,三"),
            (Shown{"1 ! text behind a closing quote", "2 two | 二", "3 three | 三"}));
}

TEST_F(CsvPairs, BoundsARecordInALargeFile) {
  std::string text = "\"open,x\n";
  constexpr int64_t kLines = 100'000;
  for (int64_t i = 0; i < kLines; ++i) text += "some words,一些词语\n";
  text += "\"closed\",\"合\"\n";
  const auto pairs = read_pairs(one_file("a.csv", text));
  EXPECT_EQ(std::ssize(pairs), kLines + 2);
  EXPECT_EQ(shown(pairs[0]), "1 ! a quote that isn't closed");
  EXPECT_EQ(shown(pairs[1]), "2 some words | 一些词语");
  EXPECT_EQ(pairs.back().source.text, "closed");
}

TEST_F(CsvPairs, CountsColumnsAndPassesOverAHeader) {
  CorpusConfig corpus;
  corpus.header = true;
  corpus.source_column = 2;
  corpus.target_column = 3;
  EXPECT_EQ(shown(read_pairs(one_file("a.csv", "\"a\nb\",en,zh\n1,one,一,\n2,two\n\n", corpus))),
            (Shown{"3 one | 一", "4 ! 2 columns, 3 wanted", "5 ! 1 column, 3 wanted"}));
}

// --- JSON Lines -----------------------------------------------------------------------------------------------------

class JsonlPairs : public FormatTest {};

TEST_F(JsonlPairs, FindsTheLanguagesByTheirTags) {
  EXPECT_EQ(
      read("a.jsonl", "{\"en\":\"one\",\"zh\":\"一\"}\n{\"translation\":{\"zh\":\"二\",\"en\":\"two\"},\"id\":7}"),
      (Shown{"1 one | 一", "2 two | 二"}));
  EXPECT_EQ(read("a.jsonl", "{\"en\":\"one\",\"zh-Hans\":\"一\",\"zh\":\"x\"}\n{\"en\":\"two\",\"zh\":\"二\"}",
                 {"en-US", "zh-Hans"}),
            (Shown{"1 one | 一", "2 two | 二"}));
}

TEST_F(JsonlPairs, TakesKeysAndPointersFromTheConfig) {
  CorpusConfig corpus;
  corpus.source_key = "english text";
  corpus.target_key = "/texts/1/zh";
  EXPECT_EQ(shown(read_pairs(one_file("a.jsonl",
                                      R"({"english text":"one","texts":[{},{"zh":"一"}]})"
                                      "\n"
                                      R"({"english text":"one","texts":{"1":2}})",
                                      corpus))),
            (Shown{"1 one | 一", "2 ! no \"/texts/1/zh\""}));
  corpus.target_key = "/texts/99999999999999999999";
  EXPECT_EQ(shown(read_pairs(one_file("a.jsonl", R"({"english text":"one","texts":[]})", corpus))),
            (Shown{"1 ! no \"/texts/99999999999999999999\""}));
  corpus.target_key = "/a~b";
  EXPECT_NE(error_message([&] { read_pairs(one_file("a.jsonl", "{}", corpus)); }).find("\"/a~b\" is no JSON pointer"),
            std::string::npos);
}

TEST_F(JsonlPairs, SaysWhatIsWrongWithALine) {
  EXPECT_EQ(read("a.jsonl",
                 "{\"en\":\"one\"}\n\n{\"en\":1,\"zh\":\"x\"}\n[1]\n{\"en\":\"a\",\"zh\":\"b\"}x\n"
                 "{\"en\":\"\\ud800\",\"zh\":\"b\"}\n{\"en\":\"ok\",\"zh\":\"好\"}\n"),
            (Shown{"1 ! no \"zh\"", "2 ! an empty line", "3 ! \"en\" is no string", "4 ! no JSON object",
                   "5 ! not JSON", "6 ! not JSON", "7 ok | 好"}));
}

TEST_F(JsonlPairs, MendsTextWithinStrings) {
  const auto pair = read_pairs(one_file("a.jsonl", "{\"en\":\"a\xFF\\nb\\u0000\",\"zh\":\"一\xE4\\u2028\"}"))[0];
  EXPECT_EQ(shown(pair), "1 a\uFFFD b  | 一\uFFFD ");
  EXPECT_EQ(pair.source.replaced_sequences, 1);
  EXPECT_EQ(pair.target.replaced_sequences, 1);
  EXPECT_EQ(pair.source.replaced_controls, 2);
}

TEST_F(JsonlPairs, SurvivesDeepNesting) {
  EXPECT_EQ(read("a.jsonl", std::string(500'000, '[')), (Shown{"1 ! not JSON"}));
  EXPECT_EQ(read("a.jsonl", std::string(100'000, '[') + std::string(100'000, ']')), (Shown{"1 ! no JSON object"}));
}

}  // namespace
}  // namespace tfm
