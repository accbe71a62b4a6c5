// What holds for every format, whatever the bytes are.

#include <algorithm>
#include <random>

#include "../compressed_testing.h"
#include "pair_testing.h"

namespace tfm {
namespace {

const std::vector<std::string> kSpecimens{
    "\uFEFFone\t一\r\ntwo\t二\n",
    "one,\"一, \"\"二\"\"\"\n\"two\nlines\",二\n",
    "{\"en\":\"one\",\"zh\":\"一\"}\n{\"translation\":{\"en\":\"two\",\"zh\":\"二\"}}\n",
    "<?xml version=\"1.0\"?><tmx><body><tu><tuv xml:lang=\"en\"><seg>one<ph>x</ph></seg></tuv><tuv lang=\"zh\">"
    "<seg>一&amp;</seg></tuv></tu></body></tmx>",
    "<xliff><file source-language=\"en\" target-language=\"zh\"><trans-unit><source>one<x/></source><target>一</target>"
    "</trans-unit></file></xliff>",
    "#, c-format\nmsgid \"one\\n\"\nmsgid_plural \"ones\"\nmsgstr[0] \"一\"\n\"二\"\n#~ msgid \"old\"\n",
    "<dataset><doc><src><seg id=\"1\">one</seg></src><ref><seg id=\"1\">一</seg></ref></doc></dataset>"};
const std::vector<std::string> kNames{"a.tsv", "a.csv", "a.jsonl", "a.tmx", "a.xlf", "a.po", "a.xml"};

class EveryFormat : public FormatTest {
 protected:
  EveryFormat() : seed_(std::random_device()()), random_(seed_), trace_(__FILE__, __LINE__, seed_) {}

  size_t below(size_t end) { return random_() % end; }
  std::string random_bytes(size_t size, bool with_quotes) {
    static const std::string kCommon = "\n\n\r\t,ab 一\"";
    std::string bytes;
    while (bytes.size() < size) {
      const char c = below(2) == 0 ? kCommon[below(kCommon.size())] : static_cast<char>(random_());
      if (with_quotes || c != '"') bytes += c;
    }
    return bytes;
  }
  // Nothing but a UserError may come of it; what comes has no line break.
  void expect_no_harm(const CorpusConfig& corpus) {
    try {
      for (const CleanPair& pair : read_pairs(corpus)) {
        for (const std::string* text : {&pair.source.text, &pair.target.text}) {
          ASSERT_TRUE(is_valid_utf8(*text));
          std::string blanked = *text;
          ASSERT_EQ(blank_controls(blanked), 0);
        }
      }
    } catch (const UserError&) {
      // read_pairs said what is wrong with the file
    }
  }

  unsigned seed_;
  std::mt19937 random_;
  ::testing::ScopedTrace trace_;
};

int64_t lines_in(const std::string& text) {
  return std::ranges::count(text, '\n') + (text.empty() || text.back() == '\n' ? 0 : 1);
}

TEST_F(EveryFormat, GivesARecordForEachLineWhereRecordsAreLines) {
  for (int round = 0; round < 300; ++round) {
    const std::string text = random_bytes(1 + below(400), true);
    CorpusConfig corpus;
    corpus.encoding = TextEncoding::kUtf8;
    EXPECT_EQ(std::ssize(read_pairs(one_file("a.tsv", text, corpus))), lines_in(text));
    EXPECT_EQ(std::ssize(read_pairs(one_file("a.jsonl", text, corpus))), lines_in(text));
    const std::string unquoted = random_bytes(1 + below(400), false);
    EXPECT_EQ(std::ssize(read_pairs(one_file("a.csv", unquoted, corpus))), lines_in(unquoted));
    CorpusConfig two = two_files(text, text);
    two.encoding = TextEncoding::kUtf8;
    EXPECT_EQ(std::ssize(read_pairs(two)), lines_in(text));
  }
}

TEST_F(EveryFormat, GivesTheSamePairsCompressed) {
  for (size_t i = 0; i < kSpecimens.size(); ++i) {
    const Shown plain = read(kNames[i], kSpecimens[i]);
    EXPECT_GE(plain.size(), 1U);
    EXPECT_EQ(read(kNames[i] + ".gz", gzipped(kSpecimens[i])), plain);
    EXPECT_EQ(read(kNames[i] + ".zst", zstd_compressed(kSpecimens[i])), plain);
  }
}

TEST_F(EveryFormat, SurvivesTruncation) {
  for (size_t i = 0; i < kSpecimens.size(); ++i) {
    for (size_t size = 0; size < kSpecimens[i].size(); ++size) {
      expect_no_harm(one_file(kNames[i], kSpecimens[i].substr(0, size)));
    }
  }
}

TEST_F(EveryFormat, SurvivesMutation) {
  for (int round = 0; round < 2000; ++round) {
    const size_t i = below(kSpecimens.size());
    std::string text = kSpecimens[i];
    for (size_t n = below(5); n < 5; ++n) {
      const size_t at = below(text.size());
      if (below(2) == 0) text[at] = static_cast<char>(random_());
      if (below(3) == 0) text.insert(at, text.substr(below(text.size()), below(20)));
      if (below(3) == 0) text.erase(at, below(10));
      if (text.empty()) text = "x";
    }
    expect_no_harm(one_file(kNames[i], text));
  }
}

}  // namespace
}  // namespace tfm
