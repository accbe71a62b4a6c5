#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "../file_testing.h"
#include "core/concat.h"
#include "core/files.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

std::string in_use(const ScratchFolder& folder, pid_t holder) {
  return concat(folder.path().string(), " is in use by another tfm (process ", holder,
                "); wait for it or choose another output directory");
}

TEST(FolderLock, NamesTheProcessThatHoldsIt) {
  const ScratchFolder folder;
  KilledChild child([&](const auto& report) {
    const FolderLock lock(folder.path());
    report();
    while (true) ::pause();
  });
  child.wait_for_reports(1);
  EXPECT_EQ(error_message([&] { FolderLock(folder.path()); }), in_use(folder, child.process()));
}

TEST(FolderLock, IsSeenFromOutside) {
  const ScratchFolder folder;
  EXPECT_FALSE(is_locked(folder.path()));
  EXPECT_TRUE(folder.names().empty());  // looking leaves nothing behind
  {
    const FolderLock lock(folder.path());
    EXPECT_TRUE(is_locked(folder.path()));
  }
  EXPECT_FALSE(is_locked(folder.path()));
}

TEST(FolderLock, IsFreeOnceItsProcessWasKilled) {
  const ScratchFolder folder;
  KilledChild child([&](const auto& report) {
    const FolderLock lock(folder.path());
    report();
    while (true) ::pause();
  });
  child.wait_for_reports(1);
  child.kill();
  const FolderLock lock(folder.path());
  EXPECT_EQ(error_message([&] { FolderLock(folder.path()); }), in_use(folder, ::getpid()));
}

TEST(FolderLock, HoldsInOneProcessAndEndsWithItsScope) {
  const ScratchFolder folder;
  {
    const FolderLock lock(folder.path());
    EXPECT_EQ(error_message([&] { FolderLock(folder.path()); }), in_use(folder, ::getpid()));
  }
  EXPECT_NO_THROW(FolderLock(folder.path()));
}

TEST(FolderLock, ReplacesALongerNumber) {
  const ScratchFolder folder;
  std::ofstream(folder / ".lock") << "99999999999\n";
  const FolderLock lock(folder.path());
  EXPECT_EQ(error_message([&] { FolderLock(folder.path()); }), in_use(folder, ::getpid()));
}

// Between taking the lock and writing its number, or on a full disk.
TEST(FolderLock, DoesWithoutANumberInTheMessage) {
  const ScratchFolder folder;
  const FolderLock lock(folder.path());
  fs::resize_file(folder / ".lock", 0);
  EXPECT_EQ(
      error_message([&] { FolderLock(folder.path()); }),
      concat(folder.path().string(), " is in use by another tfm; wait for it or choose another output directory"));
}

TEST(FolderLock, NeedsItsFolder) {
  EXPECT_EQ(error_message([] { FolderLock("no/such"); }),
            "can't lock no/such: No such file or directory; make its folder first");
}

TEST(FolderLock, SaysWhenItMayNotWriteThere) {
  const ScratchFolder folder;
  fs::permissions(folder.path(), fs::perms{0555});
  const auto lock = [&] {
    drop_root();
    FolderLock(folder.path());
  };
  EXPECT_EQ(error_message_in_child(lock),
            concat("can't lock ", folder.path().string(), ": Permission denied; choose a place you may write to"));
  fs::permissions(folder.path(), fs::perms{0755});
}

}  // namespace
}  // namespace tfm
