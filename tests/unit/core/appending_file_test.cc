#include "core/appending_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include "../file_testing.h"
#include "core/concat.h"
#include "core/files.h"

namespace tfm {
namespace {

TEST(AppendingFile, GrowsAtItsEnd) {
  const ScratchFolder folder;
  {
    AppendingFile file(folder / "log");
    file.append("one\n");
    EXPECT_EQ(read_file(folder / "log"), "one\n") << "nothing waits in a buffer that a kill would lose";
  }
  AppendingFile file(folder / "log");
  EXPECT_EQ(file.size(), 4);
  file.append("two\n");
  file.sync();
  EXPECT_EQ(file.size(), 8);
  EXPECT_EQ(read_file(folder / "log"), "one\ntwo\n");
}

TEST(AppendingFile, SaysWhyItCantBeOpened) {
  EXPECT_EQ(error_message([] { AppendingFile("no/such/log"); }),
            "can't write no/such/log: No such file or directory; make its folder first");
}

TEST(AppendingFile, KeepsNoPartOfWhatFails) {
  const ScratchFolder folder;
  const auto append_beyond_a_limit = [&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{10, 10};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    AppendingFile file(folder / "log");
    file.append("12345\n");
    file.append("1234567\n");
  };
  EXPECT_EQ(error_message_in_child(append_beyond_a_limit),
            concat("can't write ", (folder / "log").string(),
                   " (8 bytes more): File too large; the file is larger than the system allows; raise the limit "
                   "(ulimit -f) or choose another disk"));
  EXPECT_EQ(read_file(folder / "log"), "12345\n");
}

TEST(AppendingFile, NoticesThatItWasRemovedOrMovedAway) {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder / "run");
  AppendingFile file(folder / "run/log");
  const auto expected =
      concat("can't write ", (folder / "run/log").string(),
             ": it was removed or moved away in the meantime; put it back, or begin in another folder");
  std::filesystem::rename(folder / "run", folder / "moved");
  EXPECT_EQ(error_message([&] { file.append("1\n"); }), expected);
  std::filesystem::create_directory(folder / "run");
  put_file(folder / "run/log", "of another run");
  EXPECT_EQ(error_message([&] { file.sync(); }), expected);
  std::filesystem::remove_all(folder / "run");
  std::filesystem::rename(folder / "moved", folder / "run");
  file.append("2\n");
  EXPECT_EQ(read_file(folder / "run/log"), "2\n");
}

TEST(CutFile, KeepsTheBeginning) {
  const ScratchFolder folder;
  put_file(folder / "log", "12345");
  cut_file(folder / "log", 2);
  EXPECT_EQ(read_file(folder / "log"), "12");
  EXPECT_EQ(error_message([&] { cut_file(folder / "none", 2); }),
            concat("can't cut ", (folder / "none").string(),
                   " back to 2 bytes: No such file or directory; make its folder first"));
}

}  // namespace
}  // namespace tfm
