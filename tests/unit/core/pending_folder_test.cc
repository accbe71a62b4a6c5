#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <cstddef>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "../file_testing.h"
#include "core/concat.h"
#include "core/files.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

void put(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::string get(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A model folder in small: one file beside another in a folder below.
void fill(const fs::path& folder, const std::string& version) {
  fs::create_directories(folder / "tokenizer");
  put(folder / "model", version);
  put(folder / "tokenizer/vocabulary", version);
}

void commit_version(const fs::path& final_path, const std::string& version) {
  PendingFolder pending(final_path);
  fill(pending.path(), version);
  pending.commit();
}

void expect_version(const fs::path& folder, const std::string& version) {
  EXPECT_EQ(get(folder / "model"), version);
  EXPECT_EQ(get(folder / "tokenizer/vocabulary"), version);
}

TEST(PendingFolder, TakesItsNameOnCommit) {
  const ScratchFolder folder;
  PendingFolder pending(folder / "best");
  EXPECT_EQ(folder.names(), Names{concat(".best.tmp-", ::getpid())});
  fill(pending.path(), "1");
  pending.commit();
  EXPECT_EQ(folder.names(), Names{"best"});
  expect_version(folder / "best", "1");
}

TEST(PendingFolder, LeavesNothingWithoutCommit) {
  const ScratchFolder folder;
  {
    PendingFolder pending(folder / "best");
    fill(pending.path(), "1");
  }
  EXPECT_EQ(folder.names(), Names{});
}

TEST(PendingFolder, ReplacesAnOlderFolderWhole) {
  const ScratchFolder folder;
  fill(folder / "best", "1");
  put(folder / "best/only in the old one", "1");
  PendingFolder pending(folder / "best");
  fill(pending.path(), "2");
  expect_version(folder / "best", "1");
  pending.commit();
  EXPECT_EQ(folder.names(), Names{"best"});
  expect_version(folder / "best", "2");
  EXPECT_FALSE(fs::exists(folder / "best/only in the old one"));
}

TEST(PendingFolder, TakesAPathWithASlashAtTheEndAndMakesParents) {
  const ScratchFolder folder;
  commit_version(folder / "checkpoints/step-1/", "1");
  EXPECT_EQ(folder.names(), Names{"checkpoints"});
  expect_version(folder / "checkpoints/step-1", "1");
}

TEST(PendingFolder, StartsEmptyAfterADeadProcessOfTheSameNumber) {
  const ScratchFolder folder;
  fill(folder / concat(".best.tmp-", ::getpid()), "0");
  PendingFolder pending(folder / "best");
  EXPECT_TRUE(fs::is_empty(pending.path()));
}

TEST(PendingFolder, NeedsAFolderToStandIn) {
  const ScratchFolder folder;
  put(folder / "file", "x");
  const std::string temporary = (folder / concat("file/.best.tmp-", ::getpid())).string();
  EXPECT_EQ(error_message([&] { PendingFolder(folder / "file/best"); }),
            concat("can't make the folder ", temporary,
                   ": Not a directory; a part of this path is a file; choose another path"));
}

// From here on renameat2 can't exchange, as on NFS. False where the kernel doesn't allow this.
bool forbid_exchange() {
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_renameat2, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[4])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, RENAME_EXCHANGE, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{sizeof(filter) / sizeof(filter[0]), filter};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

TEST(PendingFolder, ReplacesWhereTheFileSystemCantExchange) {
  const ScratchFolder folder;
  fill(folder / "best", "1");
  const std::string message = error_message_in_child([&] {
    if (!forbid_exchange()) throw UserError("skip");
    commit_version(folder / "best", "2");
  });
  if (message == "skip") GTEST_SKIP() << "system calls can't be filtered here";
  EXPECT_EQ(message, "");
  EXPECT_EQ(folder.names(), Names{"best"});
  expect_version(folder / "best", "2");
}

TEST(PendingFolder, IsWholeWheneverItIsKilled) {
  const ScratchFolder folder;
  for (int round = 1; round <= 8; ++round) {
    KilledChild child([&](const auto& report) {
      for (int version = 0;; ++version) {
        commit_version(folder / "best", std::to_string(version));
        report();
      }
    });
    child.wait_for_reports(round);
    child.kill();
    EXPECT_NE(get(folder / "best/model"), "");
    EXPECT_EQ(get(folder / "best/model"), get(folder / "best/tokenizer/vocabulary"));
    remove_leftovers(folder.path());
    EXPECT_EQ(folder.names(), Names{"best"});
  }
}

TEST(RemoveLeftovers, TakesOnlyTemporaryNames) {
  const ScratchFolder folder;
  put(folder / ".model.tmp-123", "x");
  fill(folder / ".best.tmp-7", "x");
  fs::create_symlink("kept", folder / ".link.tmp-8");
  const Names kept{".best.tmp-", ".best.tmp-x1", ".lock", ".tmp-12", "best.tmp-12", "kept"};
  for (const auto& name : kept) put(folder / name, "x");
  remove_leftovers(folder.path());
  EXPECT_EQ(folder.names(), kept);
}

// A kill between the two renames of a file system that can't exchange.
TEST(RemoveLeftovers, GivesAFolderThatLostItsNameBack) {
  const ScratchFolder folder;
  fill(folder / ".best.old.tmp-123", "1");
  fill(folder / ".best.tmp-123", "2");
  remove_leftovers(folder.path());
  EXPECT_EQ(folder.names(), Names{"best"});
  expect_version(folder / "best", "1");
}

TEST(RemoveLeftovers, RemovesAnOlderFolderThatHasASuccessor) {
  const ScratchFolder folder;
  fill(folder / ".best.old.tmp-123", "1");
  fill(folder / "best", "2");
  remove_leftovers(folder.path());
  EXPECT_EQ(folder.names(), Names{"best"});
  expect_version(folder / "best", "2");
}

TEST(RemoveLeftovers, NamesWhatItCantRemove) {
  const ScratchFolder folder;
  put(folder / ".model.tmp-123", "x");
  fs::permissions(folder.path(), fs::perms{0555});
  const auto remove = [&] {
    drop_root();
    remove_leftovers(folder.path());
  };
  EXPECT_EQ(error_message_in_child(remove),
            concat("can't remove ", (folder / ".model.tmp-123").string(),
                   ", left by a tfm that was killed: Permission denied; remove it by hand"));
  fs::permissions(folder.path(), fs::perms{0755});
}

}  // namespace
}  // namespace tfm
