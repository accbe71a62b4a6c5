#include "chinese/script_conversion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "../file_testing.h"
#include "chinese_testing.h"
#include "core/files.h"

namespace tfm {
namespace {

using namespace std::string_literals;

const std::vector<std::string>& sample() {
  static const std::vector<std::string> lines = {"皇后在后面，头发很干净。",
                                                 "软件里的鼠标和打印机",
                                                 "他著書立說，於是乾隆說：「好」",
                                                 "裡面有一個國家 and some English, 3.14.",
                                                 "",
                                                 "老太婆的头发发光了"};
  return lines;
}

TEST(ScriptConversion, ConvertsWordsRatherThanCharacters) {
  EXPECT_EQ(ScriptConversion("s2t")("皇后在后面，头发干了"), "皇后在後面，頭髮幹了");
  EXPECT_EQ(ScriptConversion("t2s")("皇后在後面，頭髮乾了。乾隆"), "皇后在后面，头发干了。乾隆");
  EXPECT_EQ(ScriptConversion("s2twp")("软件里的鼠标"), "軟體裡的滑鼠");
}

TEST(ScriptConversion, KnowsAllConfigurationsOfOpenCC) {
  const auto names = opencc_configurations();
  for (const char* name : {"hk2s", "s2hk", "s2t", "s2tw", "s2twp", "t2s", "tw2s", "tw2sp"}) {
    EXPECT_TRUE(std::ranges::binary_search(names, name)) << name;
  }
  for (const auto& name : names) EXPECT_EQ(ScriptConversion(name)("abc"), "abc") << name;
}

TEST(ScriptConversion, NamesTheConfigurationsThatThereAre) {
  for (const char* name : {"s2x", "", "../opencc/t2s", "t2s.JSON"}) {
    const auto message = error_message([&] { ScriptConversion conversion(name); });
    EXPECT_TRUE(message.starts_with("OpenCC has no configuration \""s + name + "\"; there are ")) << message;
    EXPECT_NE(message.find("s2t, s2tw, s2twp, "), std::string::npos) << message;
    EXPECT_TRUE(message.ends_with(", or give the path of a .json file")) << message;
  }
}

TEST(ScriptConversion, TakesTheFileOfAConfiguration) {
  const ScratchFolder folder;
  write_file(folder / "words.txt", std::string_view("电脑\t計算機\n"));
  write_file(folder / "mine.json", std::string_view(R"({"segmentation": {"type": "mmseg", "dict":
      {"type": "text", "file": "words.txt"}}, "conversion_chain": [{"dict": {"type": "text", "file": "words.txt"}}]})"));
  EXPECT_EQ(ScriptConversion((folder / "mine.json").string())("我的电脑"), "我的計算機");
}

TEST(ScriptConversion, SaysWhichFileIsMissingOrDamaged) {
  const ScratchFolder folder;
  const std::string missing = (folder / "none.json").string(), damaged = (folder / "damaged.json").string();
  EXPECT_EQ(error_message([&] { ScriptConversion conversion(missing); }),
            missing + ": there is no such OpenCC configuration");
  for (const char* text :
       {"{", "[]", "{}", R"({"segmentation": {"type": "mmseg", "dict": {"type": "ocd2", "file": "none.ocd2"}}})"}) {
    write_file(damaged, std::string_view(text));
    const auto message = error_message([&] { ScriptConversion conversion(damaged); });
    EXPECT_TRUE(message.starts_with(damaged + ": OpenCC can't use this configuration (")) << message;
    EXPECT_TRUE(message.ends_with("mend the file and the dictionaries that it names, or choose another")) << message;
  }
}

TEST(ScriptConversion, GoesOnBehindLineBreaksAndNuls) {
  EXPECT_EQ(ScriptConversion("t2s")("國\0國\r\n國\n\0"s), "国\0国\r\n国\n\0"s);
}

TEST(ScriptConversion, PassesOnBytesThatAreNotUtf8) {
  EXPECT_EQ(ScriptConversion("t2s")("國\xE5\x9C國\xFF\xF8\x88\x80\xFC國\xE5"),
            "国\xE5\x9C国\xFF\xF8\x88\x80\xFC国\xE5");
}

TEST(ScriptConversion, SurvivesRandomBytes) {
  const uint32_t seed = random_seed();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  const ScriptConversion conversion("s2twp");
  for (int round = 0; round < 2000; ++round) {
    std::string bytes;
    for (auto left = random() % 30; left > 0; --left) bytes += static_cast<char>(random());
    conversion(bytes);
    EXPECT_EQ(conversion("国" + bytes + "\n国").substr(0, 3), "國");
  }
}

TEST(ScriptConversion, LeavesLatinTextAlone) {
  const uint32_t seed = random_seed();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  const ScriptConversion conversion("s2twp");
  for (int round = 0; round < 500; ++round) {
    const std::string line = random_latin_line(random);
    EXPECT_EQ(conversion(line), line);
  }
}

TEST(ScriptConversion, GivesAllFormsOfACharacter) {
  EXPECT_EQ(ScriptConversion("s2t").forms_of("后"), (std::vector<std::string>{"後", "后"}));
  EXPECT_TRUE(ScriptConversion("s2t").forms_of("人").empty());
}

TEST(ScriptConversion, WorksFromSeveralThreadsAtOnce) {
  const ScriptConversion conversion("s2twp");
  std::vector<std::string> expected;
  for (const auto& line : sample()) expected.push_back(conversion(line));
  std::vector<int> wrong(4);
  std::vector<std::thread> threads;
  for (int& count : wrong) {
    threads.emplace_back([&] {
      for (std::size_t i = 0; i < 600; ++i) {
        count += conversion(sample()[i % sample().size()]) == expected[i % sample().size()] ? 0 : 1;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4));
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

TEST(ScriptConversion, AgreesWithOpenCCsOwnProgram) {
  if (std::system("command -v opencc > /dev/null 2>&1") != 0) GTEST_SKIP() << "no program opencc here";
  const ScratchFolder folder;
  auto lines = sample();
  for (const char* name : {"awkward/mixed-script.zh", "tatoeba-en-zh/test.zh", "tatoeba-en-zh/extra-train.zh"}) {
    for (const auto& line : shared_lines(name)) lines.push_back(line);
  }
  write_file(folder / "in", std::string_view(joined(lines)));
  for (const auto& name : opencc_configurations()) {
    const std::string command =
        "opencc -c " + name + ".json -i " + (folder / "in").string() + " -o " + (folder / "out").string();
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
    const ScriptConversion conversion(name);
    std::vector<std::string> converted;
    for (const auto& line : lines) converted.push_back(conversion(line));
    EXPECT_EQ(joined(converted), read_file(folder / "out")) << name;
  }
}

}  // namespace
}  // namespace tfm
