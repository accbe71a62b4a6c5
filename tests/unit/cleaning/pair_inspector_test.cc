#include "cleaning/pair_inspector.h"

#include <gtest/gtest.h>

#include <set>

namespace tfm {
namespace {

CleanPair pair_of(const std::string& source, const std::string& target) {
  return {.source = {.text = source}, .target = {.text = target}, .line = 1, .defect = ""};
}

Findings findings(const DataConfig& config, const std::string& source, const std::string& target) {
  CleanPair pair = pair_of(source, target);
  return PairInspector(config).inspect(pair).findings;
}

TEST(PairInspector, FindsNothingInAnOrdinaryPair) {
  EXPECT_TRUE(findings({}, "It is 12 o'clock.", "现在是 12 点。").none());
}

TEST(PairInspector, FindsEachFault) {
  DataConfig config;
  config.cleaning.max_characters = 12;
  config.cleaning.max_symbol_share = 0.5;
  EXPECT_TRUE(findings(config, " \t", "好").has(Rule::kBlank, Side::kSource));
  EXPECT_TRUE(findings(config, "a", "这一行有十三个字就是太长了").has(Rule::kTooManyCharacters, Side::kTarget));
  EXPECT_TRUE(findings(config, "OK", "OK").has(Rule::kIdentical, Side::kPair));
  EXPECT_TRUE(findings(config, "Hello", "Hallo").has(Rule::kWrongScript, Side::kTarget));
  EXPECT_TRUE(findings(config, "你好", "你好吗").has(Rule::kWrongScript, Side::kSource));
  EXPECT_TRUE(findings(config, "a 12345", "好").has(Rule::kSymbols, Side::kSource));
  EXPECT_TRUE(findings(config, "<b>Hi", "好").has(Rule::kMarkup, Side::kSource));
  EXPECT_TRUE(findings(config, "in 1999", "那一年").has(Rule::kNumbers, Side::kPair));
  EXPECT_TRUE(findings(config, "www.a.org", "看这里").has(Rule::kUrls, Side::kPair));
}

TEST(PairInspector, TakesADefectForMalformed) {
  CleanPair pair = pair_of("a", "b");
  pair.defect = "not JSON";
  const JudgedPair judged = PairInspector({}).inspect(pair);
  EXPECT_TRUE(judged.findings.has(Rule::kMalformed, Side::kPair));
  EXPECT_TRUE(drops(judged.findings, {}));
}

TEST(PairInspector, RewritesByTheTextPolicyOfEachSide) {
  DataConfig config;
  config.target_text.conversion.emplace("t2s");
  config.target_text.punctuation = Punctuation::kFull;
  CleanPair pair = pair_of("I know, 知 道", "我 知道, 謝謝");
  const JudgedPair judged = PairInspector(config).inspect(pair);
  EXPECT_EQ(pair.source.text, "I know, 知 道");  // English text is left alone
  EXPECT_EQ(pair.target.text, "我知道，谢谢");
  EXPECT_TRUE(judged.findings.has(Rule::kRewritten, Side::kTarget));
  EXPECT_FALSE(judged.findings.has(Rule::kRewritten, Side::kSource));
  EXPECT_EQ(judged.target_han.traditional, 0);
}

TEST(PairInspector, KeepsBlanksBetweenHanCharactersWhereAsked) {
  DataConfig config;
  config.target_text.han_spaces = HanSpaces::kKeep;
  CleanPair pair = pair_of("x", "我 知道");
  PairInspector(config).inspect(pair);
  EXPECT_EQ(pair.target.text, "我 知道");
}

TEST(PairInspector, KnowsDuplicatesExactlyOrByTheirLetters) {
  DataConfig config;
  const auto same = [&](const CleanPair& a, const CleanPair& b) {
    const PairInspector inspector(config);
    return inspector.duplicate_key(a) == inspector.duplicate_key(b);
  };
  EXPECT_TRUE(same(pair_of("Hi.", "好。"), pair_of("Hi.", "好。")));
  EXPECT_FALSE(same(pair_of("Hi.", "好。"), pair_of("hi", "好")));
  EXPECT_FALSE(same(pair_of("ab", "c"), pair_of("a", "bc")));
  config.cleaning.duplicates = Duplicates::kNormalized;
  EXPECT_TRUE(same(pair_of("Hi.", "好。"), pair_of("hi", "好 ！")));
}

// What each rule does is what the config says; every rule has a name of its own and a line in the table.
TEST(Rules, HaveALineEach) {
  std::set<std::string> keys;
  for (size_t rule = 0; rule < kRuleCount; ++rule) keys.insert(info(static_cast<Rule>(rule)).key);
  EXPECT_EQ(keys.size(), kRuleCount);
}

TEST(Rules, DropAsTheConfigSays) {
  DataConfig config;
  Findings found;
  found.add(Rule::kDuplicate, Side::kPair);
  EXPECT_FALSE(drops(found, config));
  config.cleaning.duplicates = Duplicates::kExact;
  EXPECT_TRUE(drops(found, config));
  EXPECT_EQ(first_reason(found, config).rule, Rule::kDuplicate);
}

}  // namespace
}  // namespace tfm
