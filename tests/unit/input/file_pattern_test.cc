#include "input/file_pattern.h"

#include <gtest/gtest.h>

#include "../file_testing.h"
#include "core/files.h"

namespace tfm {
namespace {

using Paths = std::vector<std::filesystem::path>;

TEST(FilePattern, GivesTheMatchingFilesSorted) {
  const ScratchFolder folder;
  for (const char* name : {"b.en", "a.en", "a.zh", "c1.en", "B.en"}) write_file(folder / name, "");
  EXPECT_EQ(expand_pattern(folder / "*.en"),
            (Paths{folder / "B.en", folder / "a.en", folder / "b.en", folder / "c1.en"}));
  EXPECT_EQ(expand_pattern(folder / "[ab].en"), (Paths{folder / "a.en", folder / "b.en"}));
  EXPECT_EQ(expand_pattern(folder / "?.zh"), (Paths{folder / "a.zh"}));
}

TEST(FilePattern, LeavesPlainNamesAlone) {
  const ScratchFolder folder;
  EXPECT_EQ(expand_pattern(folder / "nowhere.en"), (Paths{folder / "nowhere.en"}));
  write_file(folder / "news[1].en", "");
  EXPECT_EQ(expand_pattern(folder / "news[1].en"), (Paths{folder / "news[1].en"}));
}

TEST(FilePattern, RefusesOneThatMatchesNothing) {
  EXPECT_EQ(error_message([] { expand_pattern("nowhere/*.en"); }), "nowhere/*.en matches no file; check the pattern");
}

}  // namespace
}  // namespace tfm
