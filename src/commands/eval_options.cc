#include "commands/eval_options.h"

#include <algorithm>
#include <array>
#include <set>

#include "commands/output_file.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/log.h"
#include "metrics/edit_rates.h"
#include "text/tokenizer.h"

namespace tfm {
namespace {

constexpr int kSamples = 1000;  // of the paired bootstrap, as sacreBLEU's

// Names that stand for a SentencePiece model; the number of a fingerprint's digits tells one's own models apart.
const std::set<std::string> kPieceTokenizations = {"spm", "flores101", "flores200", "spBLEU-1K"};
constexpr std::size_t kFingerprintDigits = 8;

constexpr std::array kTokenizations = {BleuTokenization::kZh,   BleuTokenization::k13a,  BleuTokenization::kChar,
                                       BleuTokenization::kIntl, BleuTokenization::kNone, BleuTokenization::kZhFixed};

std::string check_tokenization(const std::string& name) {
  if (name == "ja-mecab" || name == "ko-mecab") {
    return concat("tfm has no MeCab, which ", name, " needs; score with sacreBLEU, or by characters with char");
  }
  const bool known = kPieceTokenizations.contains(name) ||
                     std::ranges::any_of(kTokenizations, [&](auto tokenize) { return name == name_of(tokenize); });
  return known ? ""
               : concat("unknown tokenization ", name,
                        "; must be zh, 13a, char, intl, none, zh-fixed, spm, flores101, flores200 or spBLEU-1K");
}

void add_text_options(CLI::App& command, EvalOptions& options) {
  command.add_option("--reference", options.references, "Right translations; several files: several for each segment")
      ->required();
  command.add_option("--hypothesis", options.hypotheses, "Translations to score; several files: several systems");
  command.add_option("--model", options.model, "Or a model that makes them: a run, checkpoint or model folder");
  command.add_option("--tag", options.tag, "With --model: symbol before each source, for models trained with tags");
  command.add_option("--source", options.source, "What is translated (with --model), or was (for --report)");
  command.add_option("--output", options.output, "With --model: file for the translations");
  command.add_flag("--variable-references", options.variable_references,
                   "A blank reference line means that this file has none for the segment");
}

void add_metric_options(CLI::App& command, EvalOptions& options) {
  command.add_option("--metrics", options.metrics, "bleu, chrf, chrf++, ter, wer, cer, exact")
      ->delimiter(',')
      ->check(CLI::IsMember({"bleu", "chrf", "chrf++", "ter", "wer", "cer", "exact"}))
      ->capture_default_str();
  auto* bleu = command.add_option_group("BLEU");
  bleu->add_option("--tokenize", options.tokenize,
                   "zh, 13a, char, intl, none, zh-fixed, or spm, flores101, flores200, spBLEU-1K with --spm-model; "
                   "default: what suits the target language")
      ->check(check_tokenization);
  bleu->add_option("--spm-model", options.spm_model, "The SentencePiece model of --tokenize");
  bleu->add_flag("--lowercase", options.lowercase, "Letter case doesn't count (also for wer, cer, exact)");
  bleu->add_option("--smooth-method", options.smooth_method, "For orders without a match: exp, floor, add-k, none")
      ->check(CLI::IsMember({"exp", "floor", "add-k", "none"}))
      ->capture_default_str();
  bleu->add_option("--smooth-value", options.smooth_value, "Of floor (default 0.1) and add-k (1)")
      ->check(CLI::PositiveNumber);
  bleu->add_flag("--effective-order", options.effective_order, "Leave out orders that a text is too short for");
  auto* chrf = command.add_option_group("chrF");
  chrf->add_option("--chrf-char-order", options.chrf.char_order, "Longest n-gram of characters")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  chrf->add_option("--chrf-word-order", options.chrf.word_order, "Longest n-gram of words; 2 is chrF++")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  chrf->add_option("--chrf-beta", options.chrf.beta, "How many times recall weighs more than precision")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  chrf->add_flag("--chrf-whitespace", options.chrf.whitespace, "White space counts as characters");
  chrf->add_flag("--chrf-lowercase", options.chrf.lowercase, "Letter case doesn't count");
  chrf->add_flag("--chrf-eps-smoothing", options.chrf.eps_smoothing, "Smoothing of chrF++.py, NLTK and Moses");
  auto* ter = command.add_option_group("TER");
  ter->add_flag("--ter-normalized", options.ter.normalized, "Split off punctuation, undo XML escapes");
  ter->add_flag("--ter-no-punct", options.ter.no_punct, "Remove punctuation");
  ter->add_flag("--ter-asian-support", options.ter.asian_support,
                "With the two above: also Chinese and Japanese characters and marks");
  ter->add_flag("--ter-case-sensitive", options.ter.case_sensitive, "Letter case counts");
}

void add_significance_options(CLI::App& command, EvalOptions& options) {
  auto* group = command.add_option_group("Significance");
  group->add_option("--bootstrap", options.bootstrap, "Samples for 95 % confidence intervals (sacreBLEU takes 1000)")
      ->check(CLI::Range(2, 1'000'000));
  group->add_option("--baseline", options.baseline,
                    "Translations that each system is compared with by a paired test: bootstrap with 1000 samples "
                    "unless --bootstrap or --randomization says otherwise");
  group
      ->add_option("--randomization", options.randomization,
                   "With --baseline: approximate randomization with so many trials (sacreBLEU takes 10000)")
      ->check(CLI::Range(1, 10'000'000));
  group->add_option("--seed", options.seed, "Of the random numbers (default: 12345)");
}

void add_output_options(CLI::App& command, EvalOptions& options) {
  command.add_flag("--sentence-level", options.sentence_level, "Score each segment by itself; a row for each");
  command
      .add_option("--format", options.format,
                  "text (default), json, latex, markdown; with --sentence-level tsv (default) or jsonl")
      ->check(CLI::IsMember({"text", "json", "latex", "markdown", "tsv", "jsonl"}));
  command
      .add_option("--width", options.width, "Decimals of the scores (default: 2; json and jsonl give them unrounded)")
      ->check(CLI::Range(0, 15));
  command.add_option("--report", options.report, "HTML page to write that shows where the translations go wrong");
}

bool asks_for(const EvalOptions& options, std::string_view metric) {
  return std::ranges::find(options.metrics, metric) != options.metrics.end();
}

void check_texts(const EvalOptions& options) {
  if (options.model.empty() && options.hypotheses.empty()) {
    throw UserError("give --hypothesis F to score a file, or --model DIR with --source F to translate and score");
  }
  if (!options.model.empty() && !options.hypotheses.empty()) {
    throw UserError("give --hypothesis or --model, not both; --output keeps what a model translates");
  }
  if (!options.model.empty() && options.source.empty()) throw UserError("--model needs --source, what to translate");
  if (options.model.empty() && !options.source.empty() && options.report.empty()) {
    throw UserError("--source is for --model and --report");
  }
  if (options.model.empty() && !options.output.empty()) throw UserError("--output is for --model");
  if (options.model.empty() && options.compute.device != "auto") throw UserError("--device is for --model");
}

// An option of a metric that isn't asked for would change nothing.
void check_unused(const EvalOptions& options) {
  const ChrfOptions chrf;
  const TerOptions ter;
  const bool with_bleu = asks_for(options, "bleu") || !options.report.empty();
  const bool with_chrf = asks_for(options, "chrf") || asks_for(options, "chrf++");
  const bool lower_cased =
      with_bleu || asks_for(options, "wer") || asks_for(options, "cer") || asks_for(options, "exact");
  const bool bleu_options = !options.tokenize.empty() || options.smooth_method != "exp" || options.effective_order;
  const bool chrf_options = options.chrf.char_order != chrf.char_order || options.chrf.word_order != chrf.word_order ||
                            options.chrf.beta != chrf.beta || options.chrf.lowercase || options.chrf.whitespace ||
                            options.chrf.eps_smoothing;
  const bool ter_options = options.ter.normalized || options.ter.no_punct || options.ter.case_sensitive;
  if (bleu_options && !with_bleu) throw UserError("BLEU's options need bleu among --metrics");
  if (options.lowercase && !lower_cased) throw UserError("--lowercase is for bleu, wer, cer and exact");
  if (chrf_options && !with_chrf) throw UserError("chrF's options need chrf among --metrics");
  if (ter_options && !asks_for(options, "ter")) throw UserError("TER's options need ter among --metrics");
  if (std::set<std::string>(options.metrics.begin(), options.metrics.end()).size() < options.metrics.size()) {
    throw UserError("--metrics names a metric twice");
  }
}

void check_files(const EvalOptions& options) {
  auto inputs = options.references;
  inputs.insert(inputs.end(), options.hypotheses.begin(), options.hypotheses.end());
  inputs.insert(inputs.end(), {options.source, options.baseline, options.spm_model});
  std::erase(inputs, "");
  check_output_file("--report", options.report, inputs);
  inputs.push_back(options.report);
  check_output_file("--output", options.output, inputs);
}

void check_metrics(const EvalOptions& options) {
  const bool pieces = kPieceTokenizations.contains(options.tokenize);
  if (pieces && options.spm_model.empty()) {
    throw UserError(concat("--tokenize ", options.tokenize, " needs --spm-model, its SentencePiece model"));
  }
  if (!pieces && !options.spm_model.empty())
    throw UserError("--spm-model is for --tokenize spm, flores101, flores200 or spBLEU-1K");
  const bool valued = options.smooth_method == "floor" || options.smooth_method == "add-k";
  if (options.smooth_value && !valued) throw UserError("--smooth-value is for --smooth-method floor and add-k");
  if (options.ter.asian_support && !options.ter.normalized && !options.ter.no_punct) {
    throw UserError("--ter-asian-support needs --ter-normalized or --ter-no-punct; alone it changes nothing");
  }
  if (asks_for(options, "chrf++") && options.chrf.word_order != 0 && options.chrf.word_order != 2) {
    throw UserError("chrf++ has word order 2; ask for chrf with --chrf-word-order");
  }
}

void check_significance(const EvalOptions& options) {
  if (options.randomization > 0 && options.baseline.empty()) throw UserError("--randomization needs --baseline");
  if (options.randomization > 0 && options.bootstrap > 0) {
    throw UserError("give --bootstrap or --randomization, not both");
  }
  if (options.seed && options.bootstrap == 0 && options.baseline.empty()) {
    throw UserError("--seed is for --bootstrap and --baseline");
  }
  const bool resampled = options.bootstrap > 0 || options.randomization > 0 || !options.baseline.empty();
  if (options.sentence_level && resampled) throw UserError("--sentence-level scores have no intervals or tests");
  if (options.sentence_level && options.hypotheses.size() > 1) {
    throw UserError("--sentence-level takes one system at a time");
  }
}

void check_format(const EvalOptions& options) {
  if (options.width && (options.format == "json" || options.format == "jsonl")) {
    throw UserError(concat("--width can't be used with --format ", options.format, ", whose scores are unrounded"));
  }
  const bool of_segments = options.format == "tsv" || options.format == "jsonl";
  if (!options.format.empty() && of_segments != options.sentence_level) {
    throw UserError(
        concat("--format ", options.format, of_segments ? " is for" : " can't be used with", " --sentence-level"));
  }
}

BleuSmoothing smoothing_named(const std::string& name) {
  if (name == "floor") return BleuSmoothing::kFloor;
  if (name == "add-k") return BleuSmoothing::kAddK;
  return name == "none" ? BleuSmoothing::kNone : BleuSmoothing::kExp;
}

// A name that sacreBLEU has is taken at its word; a model of one's own is told by its fingerprint.
void take_pieces(const EvalOptions& options, BleuOptions& bleu) {
  auto tokenizer = std::make_shared<Tokenizer>(Tokenizer::load(options.spm_model));
  if (options.tokenize != "spm") {
    log::warning(concat("the signature says tok:", options.tokenize, " because you say that ", options.spm_model,
                        " is that model; tfm can't check it. A model of your own is --tokenize spm"));
  }
  bleu.tokenize = BleuTokenization::kPieces;
  bleu.pieces_name = options.tokenize == "spm" ? concat("spm-", tokenizer->fingerprint().substr(0, kFingerprintDigits))
                                               : options.tokenize;
  bleu.split_pieces = [tokenizer](const std::string& text) { return tokenizer->plain_pieces(text); };
}

std::unique_ptr<Metric> make_metric(const std::string& name, const EvalOptions& options, const BleuOptions& bleu) {
  if (name == "bleu") return std::make_unique<Bleu>(bleu);
  if (name == "ter") return std::make_unique<Ter>(options.ter);
  if (name == "wer") return std::make_unique<EditRate>(EditUnit::kWord, options.lowercase);
  if (name == "cer") return std::make_unique<EditRate>(EditUnit::kCharacter, options.lowercase);
  if (name == "exact") return std::make_unique<ExactMatch>(options.lowercase);
  auto chrf = options.chrf;
  if (name == "chrf++") chrf.word_order = 2;
  return std::make_unique<Chrf>(chrf);
}

}  // namespace

void add_eval_options(CLI::App& command, EvalOptions& options) {
  add_text_options(command, options);
  add_metric_options(command, options);
  add_significance_options(command, options);
  add_output_options(command, options);
  add_compute_options(command, options.compute);
  add_common_options(command, options.common);
}

void complete(EvalOptions& options) {
  check_texts(options);
  check_files(options);
  check_metrics(options);
  check_unused(options);
  check_significance(options);
  check_format(options);
  if (!options.baseline.empty() && options.randomization == 0 && options.bootstrap == 0) options.bootstrap = kSamples;
  if (options.format.empty()) options.format = options.sentence_level ? "tsv" : "text";
  // A sentence is often shorter than four words; sacreBLEU does the same.
  if (options.sentence_level) options.effective_order = true;
}

BleuOptions bleu_options(const EvalOptions& options, BleuTokenization suitable) {
  BleuOptions bleu{.tokenize = suitable,
                   .lowercase = options.lowercase,
                   .smoothing = smoothing_named(options.smooth_method),
                   .smooth_value = options.smooth_value,
                   .effective_order = options.effective_order};
  if (kPieceTokenizations.contains(options.tokenize)) take_pieces(options, bleu);
  for (const auto tokenize : kTokenizations) {
    if (options.tokenize == name_of(tokenize)) bleu.tokenize = tokenize;
  }
  return bleu;
}

std::vector<std::unique_ptr<Metric>> make_metrics(const EvalOptions& options, const BleuOptions& bleu) {
  std::vector<std::unique_ptr<Metric>> metrics;
  for (const auto& name : options.metrics) metrics.push_back(make_metric(name, options, bleu));
  return metrics;
}

}  // namespace tfm
