#include "data/link_projection.h"

#include <gtest/gtest.h>

namespace tfm {
namespace {

// Pieces as parts of the text, one after the other; blanks between them belong to the piece that follows.
SidePieces cut(const std::string& text, const std::vector<std::string>& parts) {
  EncodedText encoded;
  size_t at = 0;
  for (const auto& part : parts) {
    encoded.ids.push_back(0);
    const size_t begin = part.empty() ? at : text.find(part, at);
    encoded.places.push_back({static_cast<int64_t>(at), static_cast<int64_t>(begin + part.size())});
    at = begin + part.size();
  }
  return pieces_of(text, encoded);
}

SideWords words(const std::string& line) { return words_of(CleanLine{.text = line}); }

constexpr LinksFate kUsed = LinksFate::kUsed;

TEST(LinkProjection, LinksEveryPieceOfAWordWithEveryPieceOfTheOther) {
  const BothSides<SideWords> both = {words("the cats"), words("les chats")};
  const BothSides<SidePieces> pieces = {cut("the cats", {"the", "cat", "s"}), cut("les chats", {"les", "ch", "ats"})};
  const auto projected = project_links({{1, 1}, {0, 0}}, both, pieces);
  EXPECT_EQ(projected.fate, kUsed);
  EXPECT_EQ(pharaoh(projected.links), "0-0 1-1 2-1 1-2 2-2");  // by target, then by source
}

TEST(LinkProjection, FollowsChineseWordsWhoseBlanksWereTakenOut) {
  const BothSides<SideWords> both = {words("we love cats"), words("我们 爱 猫咪 。")};
  const BothSides<SidePieces> pieces = {cut("we love cats", {"we", "love", "cats"}),
                                        cut("我们爱猫咪。", {"我", "们爱", "猫咪", "。"})};
  const auto projected = project_links({{0, 0}, {1, 1}, {2, 2}}, both, pieces);
  // 们爱 has a character of each of two words.
  EXPECT_EQ(pharaoh(projected.links), "0-0 0-1 1-1 2-2");
}

TEST(LinkProjection, CountsALinkOnce) {
  const BothSides<SideWords> both = {words("a b"), words("x y")};
  const BothSides<SidePieces> pieces = {cut("a b", {"a", "b"}), cut("x y", {"x y"})};
  EXPECT_EQ(pharaoh(project_links({{0, 0}, {0, 1}, {0, 0}}, both, pieces).links), "0-0");
}

TEST(LinkProjection, LinksNothingWhereNothingIsSaid) {
  const BothSides<SideWords> both = {words("a"), words("x")};
  const auto projected = project_links({}, both, {cut("a", {"a"}), cut("x", {"x"})});
  EXPECT_EQ(projected.fate, LinksFate::kBlank);
  EXPECT_TRUE(projected.links.empty());
}

TEST(LinkProjection, LeavesOutLinksToWordsThatAreNotThere) {
  const BothSides<SideWords> both = {words("a b"), words("x")};
  const BothSides<SidePieces> pieces = {cut("a b", {"a", "b"}), cut("x", {"x"})};
  for (const AlignmentLink& link : {AlignmentLink{2, 0}, {0, 1}}) {
    const auto projected = project_links({{0, 0}, link}, both, pieces);
    EXPECT_EQ(projected.fate, LinksFate::kOutside);
    EXPECT_TRUE(projected.links.empty());
  }
}

TEST(LinkProjection, LeavesOutLinksWhereTheCharactersAreOthers) {
  const BothSides<SideWords> both = {words("the mouse"), words("鼠标")};
  const auto projected = project_links({{1, 0}}, both, {cut("the mouse", {"the", "mouse"}), cut("滑鼠呀", {"滑鼠呀"})});
  EXPECT_EQ(projected.fate, LinksFate::kRewritten);
  EXPECT_TRUE(projected.links.empty());
}

TEST(LinkProjection, LeavesOutLinksWhereAlignersDisagreeOnWords) {
  const BothSides<SidePieces> pieces = {cut("a b", {"a", "b"}), cut("x", {"x"})};
  const auto fate = [&](const CleanLine& line) {
    return project_links({{0, 0}}, {words_of(line), words("x")}, pieces).fate;
  };
  EXPECT_EQ(fate({.text = "a b"}), kUsed);
  EXPECT_EQ(fate({.text = "a\u00A0b"}), LinksFate::kUnclear);
  EXPECT_EQ(fate({.text = "a \u3000 b"}), LinksFate::kUnclear);
  EXPECT_EQ(fate({.text = "a b", .replaced_controls = 1}), LinksFate::kUnclear);
  EXPECT_EQ(fate({.text = "a b", .removed_zero_width = 1}), kUsed);
  EXPECT_EQ(fate({.text = "a  b", .removed_zero_width = 1}), LinksFate::kUnclear);
}

TEST(PieceLinks, AreTakenAsTheyAre) {
  const auto projected = piece_links({{2, 1}, {0, 1}, {1, 0}, {2, 1}}, 3, 2);
  EXPECT_EQ(projected.fate, kUsed);
  EXPECT_EQ(pharaoh(projected.links), "1-0 0-1 2-1");
  EXPECT_EQ(piece_links({{3, 0}}, 3, 2).fate, LinksFate::kOutside);
  EXPECT_EQ(piece_links({}, 3, 2).fate, LinksFate::kBlank);
}

}  // namespace
}  // namespace tfm
