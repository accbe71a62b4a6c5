#include "terms/line_terms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "terms/word_borders.h"

namespace tfm {
namespace {

// Surfaces by id, the first ones of no special meaning.
const std::vector<std::string> kSurfaces = {"",     " ",    "a",        "b",   " a",   " b",  "ab",   " ab",
                                            "ba",   " aab", "b,",       ",",   "北",   "京",  "北京", "在北",
                                            "京城", " 北",  "京a",      "a北", "ab a", "、",  "\xE5", "\x8C",
                                            "\x97", "\xE4", "\xBA\xAC", "-b",  "\xC3", "\xA9"};

// Pieces as a tokenizer might cut the term: the longest first, a blank in front.
std::vector<int32_t> longest_first(std::string text) {
  text = " " + text;
  std::vector<int32_t> pieces;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t best = 0;
    for (std::size_t id = 1; id < kSurfaces.size(); ++id) {
      if (text.compare(begin, kSurfaces[id].size(), kSurfaces[id]) != 0) continue;
      if (best == 0 || kSurfaces[id].size() > kSurfaces[best].size()) best = id;
    }
    if (best == 0) return {};
    pieces.push_back(static_cast<int32_t>(best));
    begin += kSurfaces[best].size();
  }
  return pieces;
}

struct Wanted {
  explicit Wanted(const std::vector<std::vector<std::string>>& terms) : index(kSurfaces), alternatives(terms) {
    std::vector<TermSpellings> spellings;
    for (const auto& targets : terms) {
      auto& spelling = spellings.emplace_back();
      for (const auto& target : targets) {
        spelling.push_back(std::make_shared<const TermSpelling>(target, longest_first(target), index));
      }
    }
    line = std::make_unique<LineTerms>(std::move(spellings), index);
  }

  LineTerms::State after(const std::vector<int32_t>& pieces) const {
    auto state = line->start();
    for (const int32_t piece : pieces) state = line->advance(state, piece);
    return state;
  }

  // By searching in the text.
  bool are_all_in(const std::vector<int32_t>& pieces) const {
    std::string bytes = " ";
    for (const int32_t piece : pieces) bytes += kSurfaces[static_cast<std::size_t>(piece)];
    const auto text = decode_utf8(bytes);
    return std::ranges::all_of(alternatives, [&](const auto& targets) {
      return std::ranges::any_of(targets, [&](const auto& target) { return contains_term(text, decode_utf8(target)); });
    });
  }

  int64_t least_missing_behind(const LineTerms::State& state) const {
    int64_t least = TermSpelling::kUnreachable;
    for (const int32_t piece : line->advancing(state))
      least = std::min(least, line->missing(line->advance(state, piece)));
    return least;
  }

  PieceIndex index;
  std::vector<std::vector<std::string>> alternatives;
  std::unique_ptr<LineTerms> line;
};

int32_t id_of(const std::string& surface) {
  return static_cast<int32_t>(std::ranges::find(kSurfaces, surface) - kSurfaces.begin());
}
std::vector<int32_t> ids_of(const std::vector<std::string>& surfaces) {
  std::vector<int32_t> ids;
  for (const auto& surface : surfaces) ids.push_back(id_of(surface));
  return ids;
}

std::vector<std::string> advancing(const Wanted& wanted, const std::vector<std::string>& surfaces) {
  std::vector<std::string> names;
  for (const int32_t piece : wanted.line->advancing(wanted.after(ids_of(surfaces))))
    names.push_back(kSurfaces[static_cast<std::size_t>(piece)]);
  std::ranges::sort(names);
  return names;
}

TEST(LineTerms, AChineseTermMayBeginAndEndInsideAPiece) {
  const Wanted wanted({{"北京"}});
  EXPECT_EQ(wanted.line->missing(wanted.after(ids_of({"在北", "京城"}))), 0);
  EXPECT_EQ(wanted.line->missing(wanted.after(ids_of({"a北", "京a"}))), 0);
  EXPECT_EQ(wanted.line->missing(wanted.after(ids_of({"在北", "a", "京城"}))), 2);
  EXPECT_EQ(advancing(wanted, {"在北"}), (std::vector<std::string>{"京", "京a", "京城"}));
}

TEST(LineTerms, AWordMustNotGoOn) {
  const Wanted wanted({{"ab"}});
  EXPECT_EQ(wanted.line->missing(wanted.after(ids_of({" ab"}))), 0);
  EXPECT_GT(wanted.line->missing(wanted.after(ids_of({" ab", "a"}))), 0);
  EXPECT_EQ(wanted.line->missing(wanted.after(ids_of({" ab", ",", "a"}))), 0);
  EXPECT_EQ(wanted.line->missing(wanted.after(ids_of({" ab", "北"}))), 0);
  EXPECT_GT(wanted.line->missing(wanted.after(ids_of({"a", "ab"}))), 0);
}

TEST(LineTerms, WhereATermIsThereUnlessAWordGoesOnItNamesWhatEndsTheWord) {
  const Wanted wanted({{"ab"}});
  const auto names = advancing(wanted, {" ab"});
  EXPECT_TRUE(std::ranges::count(names, ",") == 1 && std::ranges::count(names, "北") == 1);
  EXPECT_EQ(std::ranges::count(names, "a"), 0);
}

TEST(LineTerms, NestedTermsAreMetTogether) {
  const Wanted wanted({{"a ab"}, {"ab"}});
  EXPECT_EQ(wanted.line->missing(wanted.after(ids_of({" a", " ab"}))), 0);
}

// "ab" is there unless the word goes on, which "aba" could.
TEST(LineTerms, AWordThatATermWaitsForIsLeftToEnd) {
  const Wanted wanted({{"a a ab"}, {"aba"}});
  const auto names = advancing(wanted, {" a", " a", " ab"});
  EXPECT_EQ(std::ranges::count(names, "a"), 0);
  EXPECT_EQ(std::ranges::count(names, " ab"), 1);
}

TEST(LineTerms, ATermThatBytesSpellDoesNotBeginInAWord) {
  const Wanted wanted({{"éa"}});
  EXPECT_EQ(advancing(wanted, {" "}), (std::vector<std::string>{"\xC3"}));
  EXPECT_EQ(wanted.line->missing(wanted.after(ids_of({" ", "\xC3"}))), 2);
  EXPECT_EQ(wanted.line->missing(wanted.after(ids_of({"b", "\xC3"}))), 3);
}

TEST(LineTerms, AnyOfTheAlternativesWillDo) {
  const std::vector<std::string> either = {"北京", "京城"};
  const Wanted wanted(std::vector<std::vector<std::string>>{either});
  EXPECT_EQ(wanted.line->missing(wanted.after(ids_of({"a", "京城"}))), 0);
}

class LineTermsAtRandom : public ::testing::TestWithParam<uint32_t> {
 protected:
  std::mt19937 random_{GetParam()};

  std::string random_term() {
    static const std::vector<std::string> letters = {"a", "b", "a", "é", "北", "京", "-", " "};
    for (;;) {
      std::string term;
      for (std::size_t i = 0, length = 1 + random_() % 4; i < length; ++i) term += letters[random_() % letters.size()];
      if (term.front() != ' ' && term.back() != ' ' && !longest_first(term).empty()) return term;
    }
  }
  Wanted random_wanted() {
    std::vector<std::vector<std::string>> terms(1 + random_() % 3);
    for (auto& targets : terms) {
      targets.resize(1 + random_() % 2);
      for (auto& target : targets) target = random_term();
    }
    return Wanted(terms);
  }
  int32_t random_piece() { return static_cast<int32_t>(random_() % kSurfaces.size()); }
};

TEST_P(LineTermsAtRandom, NothingIsMissingExactlyWhereTheTextHasAllTerms) {
  for (int round = 0; round < 200; ++round) {
    const auto wanted = random_wanted();
    std::vector<int32_t> pieces;
    auto state = wanted.line->start();
    for (int step = 0; step < 12; ++step) {
      pieces.push_back(random_piece());
      state = wanted.line->advance(state, pieces.back());
      ASSERT_EQ(wanted.line->missing(state) == 0, wanted.are_all_in(pieces))
          << "seed " << GetParam() << " round " << round;
    }
  }
}

TEST_P(LineTermsAtRandom, WhereverATextIsSomePieceLeavesFewerMissing) {
  for (int round = 0; round < 200; ++round) {
    const auto wanted = random_wanted();
    auto state = wanted.line->start();
    for (int step = 0; step < 12; ++step) {
      const auto missing = wanted.line->missing(state);
      if (missing == 0) break;
      ASSERT_LT(wanted.least_missing_behind(state), missing) << "seed " << GetParam() << " round " << round;
      state = wanted.line->advance(state, random_piece());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, LineTermsAtRandom, ::testing::Range(1U, 11U));

TEST(TermSpelling, TheTokenizersOwnPiecesAdvanceEvenWhereFewerWouldDo) {
  const PieceIndex index(kSurfaces);
  const TermSpelling spelling("aab", ids_of({" a", "a", "b"}), index);  // " aab" is one piece
  EXPECT_EQ(spelling.pieces_in_all(), 3);
  EXPECT_EQ(std::ranges::count(spelling.advancing(0, TextEnd{}), id_of(" a")), 1);
  EXPECT_EQ(std::ranges::count(spelling.advancing(0, TextEnd{}), id_of(" aab")), 1);
}

}  // namespace
}  // namespace tfm
