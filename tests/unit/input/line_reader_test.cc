#include "input/line_reader.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "../file_testing.h"
#include "core/files.h"

namespace tfm {
namespace {

using Lines = std::vector<std::string>;

Lines read_lines(const std::filesystem::path& file) {
  LineReader reader(file);
  Lines lines;
  while (auto line = reader.next()) lines.push_back(line->text);
  EXPECT_EQ(reader.lines_read(), std::ssize(lines));
  return lines;
}

Lines lines_of(const std::string& bytes) {
  const ScratchFolder folder;
  write_file(folder / "text", bytes);
  const Lines lines = read_lines(folder / "text");
  EXPECT_EQ(count_lines(folder / "text"), std::ssize(lines));
  return lines;
}

TEST(LineReader, GivesNoLineOfAnEmptyFile) { EXPECT_EQ(lines_of(""), Lines{}); }
TEST(LineReader, CountsALastLineWithoutLineFeed) { EXPECT_EQ(lines_of("one\ntwo"), (Lines{"one", "two"})); }
TEST(LineReader, SeesNoLineBehindTheLastLineFeed) { EXPECT_EQ(lines_of("one\ntwo\n"), (Lines{"one", "two"})); }
TEST(LineReader, KeepsEmptyLines) { EXPECT_EQ(lines_of("\n\none\n\n"), (Lines{"", "", "one", ""})); }

TEST(LineReader, CutsAtLineFeedsOnly) {
  EXPECT_EQ(lines_of("a\rb\vc\fd\n\u0085e\u2028f\u2029g\n"), (Lines{"a b c d", " e f g"}));
}

TEST(LineReader, TakesAByteOrderMarkOffTheFirstLineOnly) {
  const ScratchFolder folder;
  write_file(folder / "text", "\uFEFFone\r\n\uFEFFtwo\n");
  LineReader reader(folder / "text");
  const auto first = reader.next();
  EXPECT_EQ(first->text, "one");
  EXPECT_TRUE(first->had_bom);
  EXPECT_TRUE(first->had_carriage_return);
  const auto second = reader.next();
  EXPECT_FALSE(second->had_bom);
  EXPECT_EQ(second->text, "two");
  EXPECT_EQ(second->removed_zero_width, 1);
}

TEST(LineReader, ReadsLinesLongerThanItsBuffer) {
  const std::string long_line(1'000'000, 'x');
  EXPECT_EQ(lines_of(long_line + "\nshort\n" + long_line), (Lines{long_line, "short", long_line}));
}

TEST(LineReader, ReadsAPipe) {
  const ScratchFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(folder / "pipe") << "one\ntwo\n"; });
  EXPECT_EQ(read_lines(folder / "pipe"), (Lines{"one", "two"}));
  writer.join();
}

TEST(LineReader, NamesAMissingFile) {
  EXPECT_EQ(error_message([] { LineReader("nowhere/train.en"); }),
            "nowhere/train.en: can't be read: No such file or directory");
}

TEST(LineReader, RefusesAFolder) {
  const ScratchFolder folder;
  const std::string expected = folder.path().string() + ": can't be read: it is a folder, where a text file belongs";
  EXPECT_EQ(error_message([&] { LineReader(folder.path()); }), expected);
  EXPECT_EQ(error_message([&] { count_lines(folder.path()); }), expected);
}

}  // namespace
}  // namespace tfm
