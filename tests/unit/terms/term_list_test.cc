#include "terms/term_list.h"

#include <gtest/gtest.h>

#include "../file_testing.h"
#include "core/error.h"

namespace tfm {
namespace {

class TermList : public ::testing::Test {
 protected:
  std::vector<TermPair> read(const std::string& text) {
    put_file(file_, text);
    return read_term_list(file_);
  }
  std::string error(const std::string& text) {
    try {
      read(text);
    } catch (const UserError& error) {
      return error.what();
    }
    return "";
  }
  ScratchFolder folder_;  // tests run side by side
  std::string file_ = (folder_ / "terms.tsv").string();
};

TEST_F(TermList, PassesOverCommentsAndBlankLines) {
  const auto terms = read("# names\n\n  \nParis\t巴黎\r\n");
  ASSERT_EQ(terms.size(), 1U);
  EXPECT_EQ(terms[0].source, "Paris");
  EXPECT_EQ(terms[0].target, "巴黎");
  EXPECT_EQ(terms[0].line, 4);
}

TEST_F(TermList, ARunOfWhiteSpaceIsOneBlank) {
  const auto terms = read("New \xE3\x80\x80 York\tLa  Paz\n");
  EXPECT_EQ(terms[0].source, "New York");
  EXPECT_EQ(terms[0].target, "La Paz");
}

TEST_F(TermList, NamesEachWrongLine) {
  const auto message = error("good\t好\nbad\na\tb\tc\n\t好\nbad\t \n\xff\t好\n" + std::string(201, 'x') + "\t好\n");
  for (const char* part : {":2 has no tab", ":3 has 2 tabs", ":4 has no source term", ":5 has no target term",
                           ":6 has bytes that are not UTF-8", ":7 has a term of more than 200 characters"}) {
    EXPECT_NE(message.find(file_ + part), std::string::npos) << part << "\n" << message;
  }
}

TEST_F(TermList, CountsTheProblemsThatItDoesNotName) {
  std::string text;
  for (int i = 0; i < 13; ++i) text += "bad\n";
  EXPECT_NE(error(text).find("and 3 more lines"), std::string::npos);
}

TEST_F(TermList, AListWithoutTermsIsAnError) { EXPECT_NE(error("# none\n").find("has no terms"), std::string::npos); }

}  // namespace
}  // namespace tfm
