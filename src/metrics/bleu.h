// Corpus BLEU (Papineni et al. 2002) with sacreBLEU 2.6's tokenizers, defaults and signature.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tfm {

enum class BleuTokenization { kZh, k13a, kChar, kNone };

struct BleuOptions {
  BleuTokenization tokenize = BleuTokenization::k13a;
};

struct BleuScore {
  double score = 0.0;                  // 0 to 100, unrounded
  std::array<int64_t, 4> correct{};    // matched n-grams, n = 1..4
  std::array<int64_t, 4> total{};      // hypothesis n-grams
  std::array<double, 4> precisions{};  // percent, after smoothing
  double brevity_penalty = 1.0;
  int64_t hypothesis_length = 0;  // tokens
  int64_t reference_length = 0;
  // As sacreBLEU prints it: "52.1/33.0/... (BP = 1.000 ratio = 1.023 hyp_len = 120 ref_len = 117)".
  std::string verbose() const;
};

// One reference for each hypothesis. Smoothing "exp", no effective order: sacreBLEU's corpus defaults.
// UserError when the counts differ (both numbers) or there is nothing to score.
BleuScore corpus_bleu(const std::vector<std::string>& hypotheses, const std::vector<std::string>& references,
                      const BleuOptions& options);
// "nrefs:1|case:mixed|eff:no|tok:zh|smooth:exp|version:2.6.0"
std::string bleu_signature(const BleuOptions& options);

// The tokens of one segment, as sacreBLEU splits it.
std::vector<std::string> bleu_tokens(std::string_view segment, BleuTokenization tokenize);
const char* name_of(BleuTokenization tokenize);
// The tokenization that suits a target language: zh for Chinese (zh, zh-CN, zho, cmn, yue ...), 13a otherwise.
// That is sacreBLEU's choice too, but for Japanese and Korean, where it runs MeCab.
BleuTokenization bleu_tokenization_for(const std::string& language);

}  // namespace tfm
