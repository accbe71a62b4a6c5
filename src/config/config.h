// Every setting of tfm, as plain values. A default stands here; range and meaning stand beside the name in config.cc.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tfm {

enum class CorpusFormat { kAuto, kText, kTsv, kCsv, kJsonl, kTmx, kXliff, kPo, kWmt };
enum class AlignmentUnits { kWords, kPieces };
enum class TextEncoding { kAuto, kUtf8, kUtf16, kGb18030, kBig5 };

// Where parallel text stands: in two files, line for line, or in one file that holds both sides.
struct CorpusConfig {
  std::optional<std::filesystem::path> source = {};
  std::optional<std::filesystem::path> target = {};
  std::optional<std::filesystem::path> file = {};  // instead of source and target
  CorpusFormat format = CorpusFormat::kAuto;       // auto: by the name, without .gz or .zst
  TextEncoding encoding = TextEncoding::kAuto;
  int64_t source_column = 1;  // TSV, CSV
  int64_t target_column = 2;
  bool header = false;                         // TSV, CSV: the first record holds names
  std::optional<std::string> source_key = {};  // JSON Lines; empty: the language's tag, also inside "translation"
  std::optional<std::string> target_key = {};
  double weight = 1.0;
  std::optional<std::string> tag = {};
  std::optional<std::filesystem::path> alignment = {};  // of training pairs, in Pharaoh's format
  AlignmentUnits alignment_units = AlignmentUnits::kWords;
};

enum class HanSpaces { kAuto, kKeep, kRemove };  // auto: remove where the language is Chinese
enum class HanLatinSpacing { kKeep, kSpace, kNone };
enum class Punctuation { kKeep, kFull, kAscii };

// What is done to one side's text, in training and translating alike.
struct TextConfig {
  std::optional<std::string> conversion;  // a configuration of OpenCC, such as t2s
  Punctuation punctuation = Punctuation::kKeep;
  HanSpaces han_spaces = HanSpaces::kAuto;
  HanLatinSpacing han_latin = HanLatinSpacing::kKeep;
};

enum class CleaningAction { kKeep, kDrop };  // either way, the report counts
enum class Duplicates { kKeep, kExact, kNormalized };

// Which training pairs are left out, besides blank ones and those over data.max_length.
struct CleaningConfig {
  std::optional<int64_t> max_characters;  // of a side
  double max_length_ratio = 9.0;          // of the sides' pieces; 0: no limit
  CleaningAction identical = CleaningAction::kDrop;
  double min_script_share = 0.1;
  double max_symbol_share = 1.0;
  Duplicates duplicates = Duplicates::kKeep;
  int64_t duplicate_memory_mib = 1024;
  CleaningAction mismatched_numbers = CleaningAction::kKeep;
  CleaningAction mismatched_urls = CleaningAction::kKeep;
  CleaningAction invalid_bytes = CleaningAction::kKeep;
  CleaningAction markup = CleaningAction::kKeep;
};

struct DataConfig {
  std::vector<CorpusConfig> train;
  std::optional<CorpusConfig> valid;
  std::optional<CorpusConfig> test;
  std::string source_language = "en";
  std::string target_language = "zh";
  int64_t max_length = 256;  // pieces, on either side
  double mixing_temperature = 1.0;
  TextConfig source_text;
  TextConfig target_text;
  CleaningConfig cleaning;
};

// Whether a training corpus has one.
bool has_alignment(const DataConfig& data);

enum class TokenizerType { kUnigram, kBpe };
enum class Normalization { kIdentity, kNfkc, kNmtNfkc };

struct TokenizerConfig {
  TokenizerType type = TokenizerType::kUnigram;
  int64_t vocab_size = 8000;
  bool shared = true;
  double character_coverage = 0.9995;
  bool byte_fallback = false;
  Normalization normalization = Normalization::kIdentity;
  int64_t max_sentences = 2'000'000;  // that the vocabulary is learnt from
  int64_t max_text_mib = 32;          // the same in MiB
  std::vector<std::string> symbols;   // pieces of their own wherever they stand in the text
  double sampling = 0.0;              // strength of subword regularisation in training; 0: none
  std::optional<std::filesystem::path> source_model;
  std::optional<std::filesystem::path> target_model;
};

enum class Preset { kTiny, kSmall, kBase, kBig, kFastDecoding };
enum class AttentionScore { kDotProduct, kAdditive };
enum class Positions { kSinusoidal, kLearned, kRotary, kNone };
enum class NormPlacement { kPre, kPost };
enum class NormKind { kLayer, kRms };
enum class Activation { kRelu, kGelu, kSwiglu };
enum class TiedEmbeddings { kAll, kTarget, kNone };

// An empty decoder or encoder setting means: as the one for both sides.
struct ModelConfig {
  std::optional<Preset> preset;
  int64_t d_model = 256;
  int64_t num_heads = 4;
  int64_t ffn_dim = 1024;
  int64_t encoder_layers = 3;
  int64_t decoder_layers = 3;
  std::optional<int64_t> decoder_d_model;
  std::optional<int64_t> decoder_num_heads;
  std::optional<int64_t> decoder_ffn_dim;
  std::optional<int64_t> decoder_kv_heads;
  double dropout = 0.1;
  double attention_dropout = 0.0;
  double activation_dropout = 0.0;
  double word_dropout = 0.0;
  NormPlacement norm = NormPlacement::kPre;
  NormKind norm_type = NormKind::kLayer;
  Activation activation = Activation::kRelu;
  bool biases = true;
  Positions positions = Positions::kSinusoidal;
  int64_t max_positions = 1024;  // of learned positions
  AttentionScore attention = AttentionScore::kDotProduct;
  std::optional<AttentionScore> encoder_attention;
  std::optional<AttentionScore> decoder_attention;
  std::optional<AttentionScore> cross_attention;
  int64_t attention_window = 0;  // of self-attention, to each side; 0: none
  std::optional<int64_t> encoder_window;
  std::optional<int64_t> decoder_window;
  TiedEmbeddings tie_embeddings = TiedEmbeddings::kAll;
  bool scale_embeddings = true;
};

// A model of known measures, everything else as by default.
ModelConfig preset_model(Preset preset);

enum class Schedule { kInverseSquareRoot, kLinear, kCosine, kConstant };
enum class OptimizerKind { kAdam, kAdamW, kSgd };
enum class GuidedHeads { kAverage, kFirst };

// kAuto is the config's alone: a run that has begun is in one of the others.
enum class Precision { kFloat32, kBfloat16, kFloat16, kAuto };
enum class ValidationMetric { kLoss, kBleu, kChrf };
enum class StartingOptimizer { kReset, kKeep };

// Training that begins with a model instead of random weights.
struct FineTuningConfig {
  std::optional<std::filesystem::path> model;  // a run, checkpoint or model folder
  StartingOptimizer optimizer = StartingOptimizer::kReset;
  std::vector<std::string> frozen;  // parts of the model, by the beginning of their parameters' names
};

// When training counts as diverged, and what happens then.
struct DivergenceConfig {
  int64_t max_skipped = 20;
  double max_loss_rise = 3.0;
  int64_t rollbacks = 2;
};

struct TrainingConfig {
  int64_t batch_tokens = 2000;
  int64_t max_steps = 3000;
  std::optional<int64_t> max_epochs;
  std::optional<int64_t> max_tokens;
  std::optional<double> max_hours;
  Schedule schedule = Schedule::kInverseSquareRoot;
  double learning_rate = 0.001;
  int64_t warmup_steps = 400;
  std::optional<int64_t> decay_steps;  // see end_of_decay
  double final_learning_rate = 0.0;    // of linear and cosine
  OptimizerKind optimizer = OptimizerKind::kAdamW;
  double adam_beta1 = 0.9;
  double adam_beta2 = 0.98;
  double adam_epsilon = 1e-9;
  double momentum = 0.0;  // of SGD
  bool nesterov = false;
  double weight_decay = 0.0;
  double clip_norm = 1.0;
  double label_smoothing = 0.1;
  double guided_alignment_weight = 0.0;  // 0: attention is not guided
  std::optional<int64_t> guided_alignment_layer;
  GuidedHeads guided_alignment_heads = GuidedHeads::kAverage;
  int64_t accumulation = 1;
  Precision precision = Precision::kFloat32;
  bool recompute_activations = false;
  double average_decay = 0.0;  // of the moving average of the weights; 0: none
  FineTuningConfig fine_tuning;
  DivergenceConfig divergence;
  int64_t validate_every = 500;
  ValidationMetric best_metric = ValidationMetric::kBleu;
  std::optional<int64_t> patience;
  double patience_threshold = 0.0;
  int64_t save_every = 500;
  int64_t keep_checkpoints = 3;
  int64_t keep_best = 0;
  int64_t log_every = 50;
  int64_t seed = 1;
};

// The update from which on a linear or cosine schedule stays at its final rate: decay_steps or, where it is null,
// max_steps. Nothing for the other schedules, which have no end.
std::optional<int64_t> end_of_decay(const TrainingConfig& training);

// The decoder layer, counted from 1, whose cross-attention follows the corpora's alignments:
// guided_alignment_layer or, where it is null, the last but one, which aligns best by itself (Garg et al. 2019).
int64_t guided_layer(const TrainingConfig& training, const ModelConfig& model);

enum class UnknownWords { kKeep, kSuppress, kCopy };

// How a line is translated; also used for the translations that validation scores.
enum class LongLines { kSplit, kTruncate };

// What the products of decoding are computed in. Sums, and all that stands between products, are float32 anyway.
enum class WeightType { kFloat32, kBfloat16, kInt8 };

struct DecodingConfig {
  int64_t beam_size = 5;
  std::string length_penalty = "average";  // none, average, or Wu et al.'s alpha as a number
  double coverage_penalty = 0.0;
  double patience = 1.0;
  double max_length_ratio = 2.0;
  int64_t max_length_extra = 20;
  std::optional<int64_t> max_length;  // tokens
  int64_t min_length = 0;             // pieces
  double min_length_ratio = 0.0;
  int64_t no_repeat_ngram = 0;
  double repetition_penalty = 1.0;
  UnknownWords unknown = UnknownWords::kKeep;
  bool sampling = false;
  double temperature = 1.0;
  int64_t top_k = 0;
  double top_p = 1.0;
  int64_t seed = 1;
  int64_t max_source_length = 1024;  // pieces
  LongLines long_lines = LongLines::kSplit;
  bool split_sentences = false;
  int64_t batch_size = 64;
  int64_t batch_tokens = 8192;
  WeightType dtype = WeightType::kFloat32;
};

enum class BleuTokenizer { kAuto, kZh, k13a, kChar, kIntl, kNone };

struct EvaluationConfig {
  BleuTokenizer tokenize = BleuTokenizer::kAuto;
  int64_t beam_size = 1;  // of the translations that validation scores
};

struct OutputConfig {
  std::filesystem::path directory = "run";
  bool tensorboard = true;
};

struct Config {
  DataConfig data;
  TokenizerConfig tokenizer;
  ModelConfig model;
  TrainingConfig training;
  DecodingConfig decoding;
  EvaluationConfig evaluation;
  OutputConfig output;
};

// Reads `file` (JSON, // comments allowed), applies `overrides` ("/training/seed=7", the value is JSON or, failing
// that, a bare string), and checks everything. Relative paths are taken from the file's folder; those in an override
// from the working folder. Throws one UserError that lists every problem: JSON pointer, what is wrong, what is allowed.
Config load_config(const std::filesystem::path& file, const std::vector<std::string>& overrides = {});

// The same for text that is already in memory; `name` stands for the file in messages, `folder` for its place.
Config parse_config(const std::string& text, const std::string& name, const std::filesystem::path& folder,
                    const std::vector<std::string>& overrides = {});

// The whole config as JSON text, indented, defaults included; parse_config takes it back unchanged.
std::string config_to_json(const Config& config);

// Each key's documentation, default and range, as text for a terminal.
std::string describe_config();
// The same as a GitHub Markdown table (README holds it).
std::string config_markdown();
// JSON Schema (2020-12) of the config.
std::string config_schema();

// What a precision is called in a config.
std::string precision_name(Precision precision);

// What an encoding is called in a config, "auto" included.
std::vector<std::pair<std::string, TextEncoding>> encoding_names();

// What types of weights are called in a config.
std::vector<std::pair<std::string, WeightType>> weight_type_names();

// The keys in which two configs differ, as "/training/seed: 1 -> 2".
struct ConfigDifference {
  std::string pointer;
  std::string before;
  std::string after;
};
std::vector<ConfigDifference> compare_configs(const Config& before, const Config& after);
// Those of two models that make them compute other things with the same weights: all but dropout and a preset's name,
// whose meaning is compared.
std::vector<ConfigDifference> compare_models(const ModelConfig& before, const ModelConfig& after);

// The section "model" by itself, in one line, and back. `name` stands for the text in the UserError.
std::string model_to_json(const ModelConfig& model);
ModelConfig model_from_json(const std::string& text, const std::string& name);

}  // namespace tfm
