#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "../fault_testing.h"
#include "../file_testing.h"
#include "core/appending_file.h"
#include "core/concat.h"
#include "core/files.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

const std::string kOld(70'000, 'o');
const std::string kNew(200'000, 'n');

// A model folder in small: one file beside another in a folder below.
void commit_version(const fs::path& folder, const std::string& version) {
  PendingFolder pending(folder);
  make_folder(pending.path() / "tokenizer");
  write_file(pending.path() / "model", version);
  write_file(pending.path() / "tokenizer/vocabulary", version);
  pending.commit();
}

void expect_whole(const fs::path& folder) {
  const std::string model = read_file(folder / "model");
  EXPECT_TRUE(model == kOld || model == kNew);
  EXPECT_EQ(read_file(folder / "tokenizer/vocabulary"), model);
}

TEST(FileFaults, AFileIsTheOldOrTheNewOneWhateverFails) {
  for (const Fault& fault : faults()) {
    const ScratchFolder folder;
    const int64_t calls = at_every_call(
        fault, [&] { put_file(folder / "file", kOld); }, [&] { write_file(folder / "file", kNew); },
        [&] {
          const std::string bytes = read_file(folder / "file");
          EXPECT_TRUE(bytes == kOld || bytes == kNew) << bytes.size();
          remove_leftovers(folder.path());
          EXPECT_EQ(folder.names(), Names{"file"});
        });
    EXPECT_GE(calls, 5) << "open, write, sync, rename, sync of the folder";
  }
}

TEST(FileFaults, AFolderIsTheOldOrTheNewOneWhateverFails) {
  for (const Fault& fault : faults()) {
    const ScratchFolder folder;
    const int64_t calls = at_every_call(
        fault,
        [&] {
          fs::remove_all(folder / "best");
          commit_version(folder / "best", kOld);
        },
        [&] { commit_version(folder / "best", kNew); },
        [&] {
          remove_leftovers(folder.path());
          EXPECT_EQ(folder.names(), Names{"best"});
          expect_whole(folder / "best");
        });
    EXPECT_GE(calls, 20);
  }
}

TEST(FileFaults, AFolderThatIsNewIsThereWholeOrNotAtAll) {
  for (const Fault& fault : faults()) {
    const ScratchFolder folder;
    at_every_call(
        fault, [&] { fs::remove_all(folder / "runs"); }, [&] { commit_version(folder / "runs/demo/best", kNew); },
        [&] {
          if (fs::exists(folder / "runs/demo")) remove_leftovers(folder / "runs/demo");
          EXPECT_EQ(temporary_names(folder.path()), Names{});
          if (fs::exists(folder / "runs/demo/best")) expect_whole(folder / "runs/demo/best");
        });
  }
}

TEST(FileFaults, AFolderThatIsRemovedIsWholeOrGone) {
  for (const Fault& fault : faults()) {
    const ScratchFolder folder;
    const int64_t calls = at_every_call(
        fault,
        [&] {
          if (!fs::exists(folder / "step")) commit_version(folder / "step", kOld);
        },
        [&] { remove_folder(folder / "step"); },
        [&] {
          if (fs::exists(folder / "step")) expect_whole(folder / "step");
          remove_leftovers(folder.path());
          EXPECT_EQ(temporary_names(folder.path()), Names{});
        });
    EXPECT_EQ(calls, 5) << "one new name, two files, two folders";
  }
}

TEST(FileFaults, LeftoversThatOneStartCantRemoveGoAtTheNext) {
  for (const Fault& fault : faults()) {
    const ScratchFolder folder;
    at_every_call(
        fault,
        [&] {
          fs::remove_all(folder / "best");
          commit_version(folder / ".best.old.tmp-12", kOld);  // lost its name between the two steps of an exchange
          commit_version(folder / ".best.tmp-12", kNew);
          put_file(folder / ".log.tmp-13", "x");
        },
        [&] { remove_leftovers(folder.path()); },
        [&] {
          remove_leftovers(folder.path());
          EXPECT_EQ(folder.names(), Names{"best"});
          expect_whole(folder / "best");
        });
  }
}

TEST(FileFaults, AFullDiskIsToldWithPathAndBytesAndGivesItsRoomBack) {
  const ScratchFolder folder;
  put_file(folder / "file", kOld);
  for (const int64_t free_bytes : {0, 1, 65'536, 199'999}) {
    const std::string message = error_message([&] {
      const FaultyDisk disk({.free_bytes = free_bytes}, 0);
      write_file(folder / "file", kNew);
    });
    EXPECT_EQ(message, concat("can't write ", (folder / "file").string(),
                              " (200000 bytes): No space left on device; free some space there or choose another "
                              "place"));
    EXPECT_EQ(folder.names(), Names{"file"});
    EXPECT_EQ(read_file(folder / "file"), kOld);
  }
  const FaultyDisk disk({.free_bytes = 200'000}, 0);
  write_file(folder / "file", kNew);
  EXPECT_EQ(read_file(folder / "file"), kNew);
}

TEST(FileFaults, ASystemThatTakesFewBytesAtOnceGetsAll) {
  const ScratchFolder folder;
  const FaultyDisk disk({.most_at_once = 7}, 0);
  write_file(folder / "file", kNew);
  EXPECT_EQ(read_file(folder / "file"), kNew);
}

TEST(FileFaults, ALogKeepsWholeLinesWhateverFails) {
  for (const Fault& fault : faults()) {
    if (fault.kills || fault.stays) continue;  // a line that is torn then is cut off on resume
    const ScratchFolder folder;
    at_every_call(
        fault, [&] { put_file(folder / "log", "1\n"); },
        [&] {
          AppendingFile log(folder / "log");
          log.append("22\n");
          log.sync();
        },
        [&] {
          const std::string log = read_file(folder / "log");
          EXPECT_TRUE(log == "1\n" || log == "1\n22\n") << log;
        });
  }
  const ScratchFolder folder;
  EXPECT_NE(error_message([&] {
              const FaultyDisk disk({.free_bytes = 5}, 0);
              AppendingFile log(folder / "log");
              log.append("333\n");
              log.append("4444\n");
            }).find("(5 bytes more): No space left on device"),
            std::string::npos);
  EXPECT_EQ(read_file(folder / "log"), "333\n");
}

TEST(FileFaults, ALockIsHeldOnAFullDisk) {
  const ScratchFolder folder;
  const FaultyDisk disk({.free_bytes = 0}, 0);
  const FolderLock lock(folder.path());
  EXPECT_NE(error_message([&] { FolderLock(folder.path()); }).find("in use"), std::string::npos);
}

}  // namespace
}  // namespace tfm
