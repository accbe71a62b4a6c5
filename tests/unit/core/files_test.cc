#include "core/files.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "../file_testing.h"
#include "core/concat.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

// Written without the code under test.
void put(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::string get(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(ReadFile, ReadsEveryByte) {
  const ScratchFolder folder;
  for (const size_t size : {size_t{0}, size_t{1}, size_t{4095}, size_t{4096}, size_t{4097}, size_t{1} << 20}) {
    std::string bytes(size, '\0');
    for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 7 + 1);
    put(folder / "file", bytes);
    EXPECT_EQ(read_file(folder / "file"), bytes) << size;
  }
}

TEST(ReadFile, NamesWhatIsMissing) {
  EXPECT_EQ(error_message([] { read_file("no/such.file"); }),
            "can't read no/such.file: No such file or directory; check the path");
}

TEST(ReadFile, RefusesAFolder) {
  const ScratchFolder folder;
  EXPECT_EQ(error_message([&] { read_file(folder.path()); }),
            concat("can't read ", folder.path().string(), ": Is a directory; give a file's path"));
}

TEST(ReadFile, SaysWhenItMayNotRead) {
  const ScratchFolder folder;
  fs::permissions(folder.path(), fs::perms{0755});
  put(folder / "secret", "x");
  fs::permissions(folder / "secret", fs::perms::none);
  const auto read = [&] {
    drop_root();
    read_file(folder / "secret");
  };
  EXPECT_EQ(error_message_in_child(read),
            concat("can't read ", (folder / "secret").string(), ": Permission denied; make it readable for you"));
}

TEST(WriteFile, WritesBytesAsTheyAre) {
  const ScratchFolder folder;
  const std::string bytes("a\0b\r\n\xff", 6);
  write_file(folder / "file", bytes);
  EXPECT_EQ(get(folder / "file"), bytes);
  write_file(folder / "file", "");
  EXPECT_EQ(get(folder / "file"), "");
  EXPECT_EQ(folder.names(), Names{"file"});
}

TEST(WriteFile, WritesAStreamOfAnyPieces) {
  const ScratchFolder folder;
  std::string expected;
  write_file(folder / "file", [&](std::ostream& out) {
    for (size_t size = 0; size < 700; ++size) {  // passes the buffer's end with small pieces
      const std::string piece(size, static_cast<char>('a' + size % 26));
      out << piece << '\n';
      expected += piece + '\n';
    }
    const std::string large(300'000, 'L');
    out << large;
    expected += large;
  });
  EXPECT_EQ(get(folder / "file"), expected);
}

TEST(WriteFile, ReplacesAnOlderFile) {
  const ScratchFolder folder;
  put(folder / "file", "old and long");
  write_file(folder / "file", "new");
  EXPECT_EQ(get(folder / "file"), "new");
}

TEST(WriteFile, ShowsNothingBeforeItIsComplete) {
  const ScratchFolder folder;
  put(folder / "file", "old");
  write_file(folder / "file", [&](std::ostream& out) {
    out << std::string(200'000, 'n') << std::flush;
    EXPECT_EQ(get(folder / "file"), "old");
  });
  EXPECT_EQ(get(folder / "file").size(), 200'000u);
}

TEST(WriteFile, TakesABareName) {
  const ScratchFolder folder;
  const auto write = [&] {
    fs::current_path(folder.path());
    write_file("bare", "x");
  };
  EXPECT_EQ(error_message_in_child(write), "");
  EXPECT_EQ(get(folder / "bare"), "x");
}

TEST(WriteFile, LeavesNothingWhenTheWriterThrows) {
  const ScratchFolder folder;
  put(folder / "file", "old");
  EXPECT_THROW(write_file(folder / "file",
                          [](std::ostream& out) {
                            out << "half";
                            throw std::runtime_error("stop");
                          }),
               std::runtime_error);
  EXPECT_EQ(get(folder / "file"), "old");
  EXPECT_EQ(folder.names(), Names{"file"});
}

TEST(WriteFile, FollowsALink) {
  const ScratchFolder folder;
  fs::create_directory(folder / "elsewhere");
  put(folder / "elsewhere/file", "old");
  fs::create_symlink("elsewhere/file", folder / "link");
  write_file(folder / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(get(folder / "elsewhere/file"), "new");
}

TEST(WriteFile, WritesToAPipeThatReadFileReads) {
  const ScratchFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  const std::string bytes(300'000, 'p');
  const pid_t writer = start_child([&] { write_file(folder / "pipe", bytes); });
  EXPECT_EQ(read_file(folder / "pipe"), bytes);
  EXPECT_EQ(wait_for(writer), 0);
  EXPECT_TRUE(fs::is_fifo(folder / "pipe"));
  EXPECT_EQ(folder.names(), Names{"pipe"});
}

TEST(WriteFile, NeedsItsFolder) {
  const ScratchFolder folder;
  const fs::path path = folder / "none/file";
  EXPECT_EQ(error_message([&] { write_file(path, "x"); }),
            concat("can't write ", path.string(), ": No such file or directory; make its folder first"));
}

TEST(WriteFile, RefusesAPathThroughAFile) {
  const ScratchFolder folder;
  put(folder / "file", "x");
  const fs::path path = folder / "file/below";
  EXPECT_EQ(
      error_message([&] { write_file(path, "x"); }),
      concat("can't write ", path.string(), ": Not a directory; a part of this path is a file; choose another path"));
}

TEST(WriteFile, RefusesTheNameOfAFolderBeforeAnyWork) {
  const ScratchFolder folder;
  fs::create_directory(folder / "taken");
  EXPECT_EQ(error_message([&] { PendingFile(folder / "taken"); }),
            concat("can't write ", (folder / "taken").string(),
                   ": Is a directory; a folder of that name is in the way; choose another name"));
  EXPECT_EQ(folder.names(), Names{"taken"});
}

TEST(WriteFile, SaysWhenItMayNotWrite) {
  const ScratchFolder folder;
  fs::permissions(folder.path(), fs::perms{0555});
  const auto write = [&] {
    drop_root();
    write_file(folder / "file", "x");
  };
  EXPECT_EQ(error_message_in_child(write),
            concat("can't write ", (folder / "file").string(), ": Permission denied; choose a place you may write to"));
  fs::permissions(folder.path(), fs::perms{0755});
}

TEST(WriteFile, FailsWithExitCodeOne) {
  try {
    write_file("no/such/folder/file", "x");
    FAIL() << "no error";
  } catch (const UserError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::kFailed);
  }
}

// Mounts of its own for the calling process; one without root's rights gets them in a user namespace.
bool separate_mounts() {
  const uid_t user = ::geteuid();
  const gid_t group = ::getegid();
  if (::unshare(user == 0 ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER) != 0) return false;
  if (user == 0) return true;
  put("/proc/self/setgroups", "deny");
  put("/proc/self/gid_map", concat("0 ", group, " 1"));
  put("/proc/self/uid_map", concat("0 ", user, " 1"));
  return ::geteuid() == 0 && ::getegid() == 0;
}

// A disk of 64 KiB that the calling process alone sees; false where mounting isn't allowed.
bool mount_small_disk(const fs::path& folder) {
  return separate_mounts() && ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         ::mount("tfm-test", folder.c_str(), "tmpfs", 0, "size=65536") == 0;
}

// In a child, on the small disk: the error of `write`, and that it left the disk as it was.
std::string error_on_full_disk(const std::function<void(const fs::path&)>& write) {
  const ScratchFolder folder;
  return error_message_in_child([&] {
    if (!mount_small_disk(folder.path())) throw UserError("skip");
    put(folder / "file", "old");
    try {
      write(folder / "file");
    } catch (const UserError& error) {
      const bool is_clean = get(folder / "file") == "old" && folder.names() == Names{"file"};
      const std::string message = error.what();
      throw UserError(message.substr(message.rfind("/file") + 1) + (is_clean ? "" : " (and left something behind)"));
    }
  });
}

constexpr const char* kNoSpace = "No space left on device; free some space there or choose another place";

TEST(WriteFile, SaysThatTheDiskIsFull) {
  const std::string message =
      error_on_full_disk([](const fs::path& path) { write_file(path, std::string(100'000, 'x')); });
  if (message == "skip") GTEST_SKIP() << "mounting is not allowed here";
  EXPECT_EQ(message, concat("file (100000 bytes): ", kNoSpace));
}

TEST(WriteFile, NoticesADiskThatFillsUpWhileStreaming) {
  const std::string message = error_on_full_disk([](const fs::path& path) {
    write_file(path, [](std::ostream& out) {
      for (int line = 0; line < 100'000; ++line) out << "a line of text\n";
    });
  });
  if (message == "skip") GTEST_SKIP() << "mounting is not allowed here";
  EXPECT_EQ(message, concat("file (65535 bytes): ", kNoSpace));
}

// The last bytes reach the disk in commit().
TEST(WriteFile, NoticesADiskThatIsFullAtTheEnd) {
  const std::string message = error_on_full_disk([](const fs::path& path) {
    write_file(path,
               [](std::ostream& out) { out << std::string(61'000, 'x') << std::flush << std::string(1000, 'x'); });
  });
  if (message == "skip") GTEST_SKIP() << "mounting is not allowed here";
  EXPECT_EQ(message, concat("file (62000 bytes): ", kNoSpace));
}

TEST(WriteFile, NoticesALimitOnFileSizes) {
  const ScratchFolder folder;
  const auto write = [&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{10'000, 10'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    write_file(folder / "file", std::string(20'000, 'x'));
  };
  EXPECT_EQ(
      error_message_in_child(write),
      concat("can't write ", (folder / "file").string(),
             " (20000 bytes): File too large; the file is larger than the system allows; raise the limit (ulimit -f) "
             "or choose another disk"));
  EXPECT_EQ(folder.names(), Names{});
}

TEST(WriteFile, KeepsTheOldFileWhenKilledInTheMiddle) {
  const ScratchFolder folder;
  put(folder / "file", "old");
  KilledChild child([&](const auto& report) {
    write_file(folder / "file", [&](std::ostream& out) {
      out << "half" << std::flush;
      report();
      while (true) ::pause();
    });
  });
  child.wait_for_reports(1);
  child.kill();
  EXPECT_EQ(get(folder / "file"), "old");
  EXPECT_EQ(folder.names(), (Names{concat(".file.tmp-", child.process()), "file"}));

  remove_leftovers(folder.path());
  EXPECT_EQ(folder.names(), Names{"file"});
}

TEST(WriteFile, IsWholeWheneverItIsKilled) {
  const ScratchFolder folder;
  for (int round = 1; round <= 8; ++round) {
    KilledChild child([&](const auto& report) {
      for (char version = 'a';; version = version == 'z' ? 'a' : static_cast<char>(version + 1)) {
        write_file(folder / "file", std::string(200'000, version));
        report();
      }
    });
    child.wait_for_reports(round);
    child.kill();
    const std::string bytes = get(folder / "file");
    ASSERT_EQ(bytes.size(), 200'000u);
    EXPECT_EQ(bytes.find_first_not_of(bytes[0]), std::string::npos);
    remove_leftovers(folder.path());
    EXPECT_EQ(folder.names(), Names{"file"});
  }
}

TEST(PendingFile, LeavesNothingWithoutCommit) {
  const ScratchFolder folder;
  {
    PendingFile file(folder / "file");
    file.stream() << "half" << std::flush;
    EXPECT_EQ(folder.names(), Names{concat(".file.tmp-", ::getpid())});
  }
  EXPECT_EQ(folder.names(), Names{});
}

TEST(MakeFolder, MakesParentsAndAcceptsWhatIsThere) {
  const ScratchFolder folder;
  make_folder(folder / "a/b/c/");
  make_folder(folder / "a/b");
  EXPECT_TRUE(fs::is_directory(folder / "a/b/c"));
}

TEST(MakeFolder, RefusesAFileInItsPlace) {
  const ScratchFolder folder;
  put(folder / "file", "x");
  for (const char* name : {"file", "file/below"}) {
    EXPECT_EQ(error_message([&] { make_folder(folder / name); }),
              concat("can't make the folder ", (folder / name).string(),
                     ": Not a directory; a part of this path is a file; choose another path"));
  }
}

}  // namespace
}  // namespace tfm
