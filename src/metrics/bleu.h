// BLEU (Papineni et al. 2002) with sacreBLEU 2.6's tokenizers, smoothing, defaults and signature.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/metric.h"

namespace tfm {

// kZhFixed is tfm's own: kZh with the two ranges that sacreBLEU's table misspells (see bleu_tokenizers.cc).
enum class BleuTokenization { kZh, k13a, kChar, kIntl, kNone, kZhFixed, kPieces };

// kExp: the k-th order without a match counts as 1 / 2^k matches (NIST); kFloor: as `value` matches; kAddK: `value` is
// added to matches and totals of the orders above 1 (Chen and Cherry 2014); kNone: such an order makes BLEU 0.
enum class BleuSmoothing { kExp, kFloor, kAddK, kNone };

struct BleuOptions {
  BleuTokenization tokenize = BleuTokenization::k13a;
  bool lowercase = false;
  BleuSmoothing smoothing = BleuSmoothing::kExp;
  std::optional<double> smooth_value{};  // of kFloor (0.1 by default) and kAddK (1)
  bool effective_order = false;          // leaves out the orders that the hypothesis is too short for
  // With kPieces: what splits a segment, and its name in the signature.
  std::function<std::vector<std::string>(const std::string&)> split_pieces{};
  std::string pieces_name{};
};

struct BleuScore {
  double score = 0.0;                  // 0 to 100, unrounded
  std::array<int64_t, 4> correct{};    // matched n-grams, n = 1..4
  std::array<int64_t, 4> total{};      // hypothesis n-grams
  std::array<double, 4> precisions{};  // percent, after smoothing
  double brevity_penalty = 1.0;
  int64_t hypothesis_length = 0;  // tokens
  int64_t reference_length = 0;   // of the reference closest in length, the shorter one of two
  // As sacreBLEU prints it: "52.1/33.0/... (BP = 1.000 ratio = 1.023 hyp_len = 120 ref_len = 117)".
  std::string verbose() const;
};

class Bleu : public Metric {
 public:
  explicit Bleu(BleuOptions options) : options_(std::move(options)) {}

  std::string name() const override { return "BLEU"; }
  SignatureFields signature() const override;
  std::string version() const override;
  std::size_t num_statistics() const override;
  void count(std::string_view hypothesis, std::span<const std::string> references,
             std::span<double> statistics) const override;
  double score(std::span<const double> sums) const override { return details(sums).score; }
  std::string verbose(std::span<const double> sums) const override { return details(sums).verbose(); }
  double score_float32(std::span<const float> sums) const override;
  bool float32_is_kept() const override { return false; }

  BleuScore details(std::span<const double> sums) const;

 private:
  BleuOptions options_;
};

// One reference for each hypothesis. UserError when the counts differ (both numbers) or there is nothing to score.
BleuScore corpus_bleu(const std::vector<std::string>& hypotheses, const std::vector<std::string>& references,
                      const BleuOptions& options);

// The tokens of one segment, as sacreBLEU splits it.
std::vector<std::string> bleu_tokens(std::string_view segment, const BleuOptions& options);
const char* name_of(BleuTokenization tokenize);
// The tokenization that suits a target language: zh for Chinese (zh, zh-CN, zho, cmn, yue ...), 13a otherwise.
// That is sacreBLEU's choice too, but for Japanese and Korean, where it runs MeCab.
BleuTokenization bleu_tokenization_for(const std::string& language);

}  // namespace tfm
