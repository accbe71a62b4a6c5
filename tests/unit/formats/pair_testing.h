// What tests of formats share: files of a format, read to their end.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "../file_testing.h"
#include "core/concat.h"
#include "formats/pair_reader.h"

namespace tfm {

// "source | target", or "! defect"; a line number stands in front.
inline std::string shown(const CleanPair& pair) {
  if (!pair.defect.empty()) return concat(pair.line, " ! ", pair.defect);
  return concat(pair.line, " ", pair.source.text, " | ", pair.target.text);
}

inline std::vector<CleanPair> read_pairs(const CorpusConfig& corpus, const LanguagePair& languages = {"en", "zh"}) {
  const auto reader = open_pairs(corpus, languages);
  std::vector<CleanPair> pairs;
  while (auto pair = reader->next()) pairs.push_back(std::move(*pair));
  EXPECT_FALSE(reader->next());  // the end stays the end
  return pairs;
}

using Shown = std::vector<std::string>;

inline Shown shown(const std::vector<CleanPair>& pairs) {
  Shown result;
  for (const CleanPair& pair : pairs) result.push_back(shown(pair));
  return result;
}

class FormatTest : public ::testing::Test {
 protected:
  // `corpus` with a file of this name and text.
  CorpusConfig one_file(const std::string& name, const std::string& text, CorpusConfig corpus = {}) {
    corpus.file = folder_ / name;
    put_file(*corpus.file, text);
    return corpus;
  }
  CorpusConfig two_files(const std::string& source, const std::string& target, const std::string& extension = ".txt") {
    CorpusConfig corpus;
    corpus.source = folder_ / ("source" + extension);
    corpus.target = folder_ / ("target" + extension);
    put_file(*corpus.source, source);
    put_file(*corpus.target, target);
    return corpus;
  }
  Shown read(const std::string& name, const std::string& text, const LanguagePair& languages = {"en", "zh"}) {
    return shown(read_pairs(one_file(name, text), languages));
  }
  std::string refusal(const std::string& name, const std::string& text, const LanguagePair& languages = {"en", "zh"}) {
    return error_message([&] { read_pairs(one_file(name, text), languages); });
  }

  ScratchFolder folder_;
};

// The awkward files beside the project, where there are any.
inline std::filesystem::path awkward_folder() {
  return std::filesystem::path(TFM_TEST_DATA).parent_path().parent_path().parent_path().parent_path() / "shared" /
         "data" / "awkward";
}

}  // namespace tfm
