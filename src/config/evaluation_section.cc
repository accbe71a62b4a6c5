#include "config/config_sections.h"

namespace tfm {
namespace {

const OneOf<BleuTokenizer> kBleuTokenizers{{{"auto", BleuTokenizer::kAuto},
                                            {"zh", BleuTokenizer::kZh},
                                            {"13a", BleuTokenizer::k13a},
                                            {"char", BleuTokenizer::kChar},
                                            {"intl", BleuTokenizer::kIntl},
                                            {"none", BleuTokenizer::kNone}}};

}  // namespace

Kind<EvaluationConfig> evaluation_section() {
  using E = EvaluationConfig;
  return object<E>({
      field("tokenize", &E::tokenize, kBleuTokenizers,
            "sacreBLEU's tokenizer for BLEU; auto is zh where the target language is Chinese, 13a elsewhere"),
      field("beam_size", &E::beam_size, Between{1, 1'000},
            "like decoding.beam_size, for validation alone, which never samples"),
  });
}

}  // namespace tfm
