#include "analysis/differences.h"

#include <gtest/gtest.h>

#include "analysis/shown_text.h"

namespace tfm::analysis {
namespace {

using metrics::EditKind;
using Lines = std::vector<std::string>;

// Runs as "kept [replaced] -removed- +added+".
std::u32string shown(const std::vector<TextRun>& runs) {
  std::u32string text;
  for (const auto& [kind, part] : runs) {
    switch (kind) {
      case EditKind::kSame:
        text += part;
        break;
      case EditKind::kReplaced:
        text += U"[" + part + U"]";
        break;
      case EditKind::kRemoved:
        text += U"-" + part + U"-";
        break;
      case EditKind::kAdded:
        text += U"+" + part + U"+";
    }
  }
  return text;
}

std::u32string joined(const std::vector<TextRun>& runs) {
  std::u32string text;
  for (const auto& run : runs) text += run.text;
  return text;
}

TEST(Differences, MarksNothingInEqualTexts) {
  const auto found = differences("a  b ", Lines{"a b"});
  EXPECT_EQ(found.edits, 0);
  EXPECT_EQ(shown(found.hypothesis), U"a  b ");
  EXPECT_EQ(shown(found.reference), U"a b");
}

TEST(Differences, MarksWordsThatAreReplacedMissingOrAdded) {
  const auto found = differences("the big dog sleeps now", Lines{"the big cat sleeps"});
  EXPECT_EQ(shown(found.reference), U"the big [cat] sleeps");
  EXPECT_EQ(shown(found.hypothesis), U"the big [dog] sleeps +now+");
  EXPECT_EQ(found.edits, 2);
}

TEST(Differences, MarksChineseByCharacter) {
  const auto found = differences("我爱狗。", Lines{"我很爱猫。"});
  EXPECT_EQ(shown(found.reference), U"我-很-爱[猫]。");
  EXPECT_EQ(shown(found.hypothesis), U"我爱[狗]。");
}

TEST(Differences, JoinsNeighboursOfOneKindWithTheSpaceBetween) {
  const auto found = differences("a", Lines{"a b c"});
  EXPECT_EQ(shown(found.reference), U"a -b c-");
}

TEST(Differences, TakesTheReferenceOfFewestEdits) {
  const auto found = differences("a b c", Lines{"x y z", "a b d", "a b e"});
  EXPECT_EQ(found.reference_index, 1U);
  EXPECT_EQ(shown(found.reference), U"a b [d]");
}

TEST(Differences, HandlesEmptySides) {
  EXPECT_EQ(shown(differences("", Lines{"a b"}).reference), U"-a b-");
  EXPECT_EQ(shown(differences("a b", Lines{""}).hypothesis), U"+a b+");
  EXPECT_TRUE(differences("", Lines{""}).hypothesis.empty());
}

TEST(Differences, KeepsEveryCharacterOfBothTexts) {
  const auto found = differences("  x，y  z。\t", Lines{" 好 y w\u3000"});
  EXPECT_EQ(joined(found.hypothesis), U"  x，y  z。\t");
  EXPECT_EQ(joined(found.reference), U" 好 y w\u3000");
}

TEST(Differences, ComparesTheShownPartOfLongTexts) {
  const std::string longer(kShownCharacters + 7, 'a');
  const auto found = differences(longer + "b", Lines{longer});
  EXPECT_EQ(found.hypothesis_left_out, 8U);
  EXPECT_EQ(found.reference_left_out, 7U);
  EXPECT_EQ(found.edits, 0);
}

}  // namespace
}  // namespace tfm::analysis
