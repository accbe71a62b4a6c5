#include "data/pair_reader.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "../file_testing.h"
#include "core/concat.h"
#include "core/files.h"

namespace tfm {
namespace {

class PairReaderTest : public ::testing::Test {
 protected:
  CorpusFiles files(const std::string& source, const std::string& target) {
    write_file(files_.source, source);
    write_file(files_.target, target);
    return files_;
  }
  static void read_all(const CorpusFiles& files) {
    PairReader reader(files);
    while (reader.next()) {
    }
  }
  // Reading and counting complain alike.
  static std::string refusal(const CorpusFiles& files) {
    const std::string message = error_message([&] { read_all(files); });
    EXPECT_EQ(error_message([&] { count_pairs(files); }), message);
    return message;
  }

  ScratchFolder folder_;
  CorpusFiles files_{folder_ / "train.en", folder_ / "train.de"};
};

TEST_F(PairReaderTest, PutsLineBesideLine) {
  PairReader reader(files("one\ntwo\n", "eins\nzwei"));
  EXPECT_EQ(reader.next()->source.text, "one");
  const auto second = reader.next();
  EXPECT_EQ(second->source.text, "two");
  EXPECT_EQ(second->target.text, "zwei");
  EXPECT_EQ(second->line, 2);
  EXPECT_FALSE(reader.next());
  EXPECT_EQ(count_pairs(files_), 2);
}

TEST_F(PairReaderTest, NamesBothCountsWhenTheTargetIsShorter) {
  EXPECT_EQ(refusal(files("1\n2\n3\n4\n", "1\n2\n")),
            concat(files_.source.string(), " has 4 lines but ", files_.target.string(),
                   " has 2; a parallel corpus needs one line for one line"));
}

TEST_F(PairReaderTest, NamesBothCountsWhenTheSourceIsShorter) {
  EXPECT_EQ(refusal(files("1\n2\n3", "1\n2\n3\n4")),
            concat(files_.source.string(), " has 3 lines but ", files_.target.string(),
                   " has 4; a parallel corpus needs one line for one line"));
}

TEST_F(PairReaderTest, RefusesAnEmptyFile) {
  EXPECT_EQ(refusal(files("", "1\n")),
            files_.source.string() + " is empty; a parallel corpus needs one sentence a line");
  EXPECT_EQ(refusal(files("1\n", "")),
            files_.target.string() + " is empty; a parallel corpus needs one sentence a line");
}

TEST_F(PairReaderTest, RefusesAMissingFile) {
  files("1\n", "1\n");
  std::filesystem::remove(files_.target);
  EXPECT_EQ(refusal(files_), files_.target.string() + ": can't be read: No such file or directory");
}

TEST_F(PairReaderTest, DoesNotCountAPipe) {
  files("1\n", "1\n");
  std::filesystem::remove(files_.source);
  ASSERT_EQ(::mkfifo(files_.source.c_str(), 0600), 0);
  EXPECT_EQ(error_message([&] { count_pairs(files_); }),
            files_.source.string() +
                " is a pipe or device, but training text is read more than once; write it to a file first");
}

}  // namespace
}  // namespace tfm
