#include "metrics/script.h"

#include <gtest/gtest.h>

namespace tfm {
namespace {

TEST(Script, ChineseTextTakesTheZhTokenizer) {
  EXPECT_EQ(bleu_tokenization_for_text({"我用 GPU 训练模型。", ""}), BleuTokenization::kZh);
}

TEST(Script, EnglishAndEmptyTextsTake13a) {
  EXPECT_EQ(bleu_tokenization_for_text({"The word 猫 means cat."}), BleuTokenization::k13a);
  EXPECT_EQ(bleu_tokenization_for_text({"", " "}), BleuTokenization::k13a);
}

}  // namespace
}  // namespace tfm
