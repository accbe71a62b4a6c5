#include "core/partial_file.h"

#include <gtest/gtest.h>

#include "../fault_testing.h"
#include "../file_testing.h"
#include "core/concat.h"
#include "core/files.h"

namespace tfm {
namespace {

constexpr int64_t kLines = 5;

LinesRecord record_of(const std::string& text) {
  return {.text = text, .check = [text](const std::filesystem::path&, const std::string& before) {
            if (before != text) throw UserError(concat("was ", before, ", now ", text));
          }};
}

std::string lines_from(int64_t first, int64_t end) {
  std::string lines;
  for (int64_t i = first; i < end; ++i) lines += concat("line ", i, "\n");
  return lines;
}

void write_all_lines(const std::filesystem::path& path, bool resume) {
  PartialFile file(path, record_of("record"), resume);
  for (int64_t i = file.lines(); i < kLines; ++i) file.append(lines_from(i, i + 1));
  file.commit();
}

// As a process that ends on its way leaves it.
void leave_lines(const std::filesystem::path& path, int64_t count) {
  PartialFile file(path, record_of("record"), false);
  file.append(lines_from(0, count));
}

TEST(PartialFile, HasItsNameWhenItIsComplete) {
  const ScratchFolder folder;
  {
    PartialFile file(folder / "out", record_of("record"), false);
    file.append(lines_from(0, 2));
    EXPECT_EQ(folder.names(), (std::vector<std::string>{"out.partial", "out.partial.json"}));
    EXPECT_EQ(read_file(folder / "out.partial"), lines_from(0, 2)) << "nothing waits in a buffer";
    file.append(lines_from(2, kLines));
    file.commit();
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out"});
  EXPECT_EQ(read_file(folder / "out"), lines_from(0, kLines));
}

TEST(PartialFile, GoesOnBehindTheLastWholeLine) {
  const ScratchFolder folder;
  leave_lines(folder / "out", 2);
  put_file(folder / "out.partial", lines_from(0, 2) + "torn");
  write_all_lines(folder / "out", true);
  EXPECT_EQ(read_file(folder / "out"), lines_from(0, kLines));
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out"});
}

TEST(PartialFile, LinesAreNotThrownAwayUnasked) {
  const ScratchFolder folder;
  leave_lines(folder / "out", 2);
  EXPECT_EQ(error_message([&] { write_all_lines(folder / "out", false); }),
            concat((folder / "out.partial").string(),
                   " has 2 lines of a translation that was stopped; add --resume to go on with it, or remove it to "
                   "begin anew"));
  EXPECT_EQ(read_file(folder / "out.partial"), lines_from(0, 2));
}

TEST(PartialFile, WhereNoLineWasCompleteNothingStays) {
  const ScratchFolder folder;
  put_file(folder / "out", "old\n");
  { const PartialFile file(folder / "out", record_of("record"), false); }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out"});
  put_file(folder / "out.partial", "torn");
  write_all_lines(folder / "out", false);
  EXPECT_EQ(read_file(folder / "out"), lines_from(0, kLines));
}

TEST(PartialFile, AFileWithoutLinesIsOneToo) {
  const ScratchFolder folder;
  {
    PartialFile file(folder / "out", record_of("record"), false);
    file.commit();
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out"});
  EXPECT_EQ(read_file(folder / "out"), "");
}

TEST(PartialFile, LinesOfAnotherRecordAreRefused) {
  const ScratchFolder folder;
  leave_lines(folder / "out", 2);
  EXPECT_EQ(error_message([&] { PartialFile(folder / "out", record_of("another"), true); }), "was record, now another");
  std::filesystem::remove(folder / "out.partial.json");
  EXPECT_NE(error_message([&] { write_all_lines(folder / "out", true); }).find("is missing"), std::string::npos);
  EXPECT_EQ(read_file(folder / "out.partial"), lines_from(0, 2));
}

TEST(PartialFile, HasOneWriter) {
  const ScratchFolder folder;
  PartialFile file(folder / "out", record_of("record"), false);
  file.append(lines_from(0, 1));
  const auto message = error_message([&] { write_all_lines(folder / "out", true); });
  EXPECT_NE(message.find("is being written by another tfm"), std::string::npos) << message;
}

TEST(PartialFile, ALinkStays) {
  const ScratchFolder folder;
  make_folder(folder / "elsewhere");
  put_file(folder / "elsewhere/real", "old\n");
  std::filesystem::create_symlink("elsewhere/real", folder / "out");
  write_all_lines(folder / "out", false);
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "out"));
  EXPECT_EQ(read_file(folder / "elsewhere/real"), lines_from(0, kLines));
}

// Whatever call fails or is the last before a kill: another go makes the file that an unbroken one makes.
TEST(PartialFile, IsCompletedAfterAnyFault) {
  for (const Fault& fault : faults()) {
    const ScratchFolder folder;
    const auto out = folder / "out";
    const auto clear = [&] {
      for (const auto& name : folder.names()) std::filesystem::remove(folder / name);
      put_file(out, "old\n");
    };
    const auto check = [&] {
      const auto there = read_file(out);
      EXPECT_TRUE(there == "old\n" || there == lines_from(0, kLines)) << there;
      write_all_lines(out, true);
      EXPECT_EQ(read_file(out), lines_from(0, kLines));
      EXPECT_FALSE(std::filesystem::exists(folder / "out.partial"));
    };
    EXPECT_GT(at_every_call(fault, clear, [&] { write_all_lines(out, true); }, check), 8);
  }
}

}  // namespace
}  // namespace tfm
