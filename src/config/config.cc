#include "config/config.h"

#include <algorithm>
#include <optional>

#include "config/documentation.h"
#include "config/schema.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"

namespace tfm {
namespace {

using Complaint = std::optional<std::string>;

// --- Rules between keys ---------------------------------------------------------------------------------------------

Complaint heads_divide_d_model(const ModelConfig& model) {
  if (model.d_model % model.num_heads == 0) return std::nullopt;
  return concat("must divide d_model (", model.d_model, "), got ", model.num_heads);
}

Complaint decoder_heads_divide_its_width(const ModelConfig& model) {
  const int64_t width = model.decoder_d_model.value_or(model.d_model);
  const int64_t heads = model.decoder_num_heads.value_or(model.num_heads);
  const bool own = model.decoder_d_model || model.decoder_num_heads;  // else heads_divide_d_model says it
  if (!own || width % heads == 0) return std::nullopt;
  return concat("the decoder's heads (", heads, ") must divide its width (", width, ")");
}

Complaint kv_heads_divide_the_heads(const ModelConfig& model) {
  const int64_t heads = model.decoder_num_heads.value_or(model.num_heads);
  if (!model.decoder_kv_heads || heads % *model.decoder_kv_heads == 0) return std::nullopt;
  return concat("must divide the decoder's heads (", heads, "), got ", *model.decoder_kv_heads);
}

Complaint d_model_is_even(const ModelConfig& model) {
  if (model.d_model % 2 == 0) return std::nullopt;
  return concat("must be even (a position is a row of sines and cosines in pairs), got ", model.d_model);
}

Complaint decoder_width_is_even(const ModelConfig& model) {
  if (model.decoder_d_model.value_or(2) % 2 == 0) return std::nullopt;
  return concat("must be even, as d_model, got ", *model.decoder_d_model);
}

Complaint rotary_heads_are_even(const ModelConfig& model) {
  const int64_t decoder_heads = model.decoder_num_heads.value_or(model.num_heads);
  const bool even = model.d_model / model.num_heads % 2 == 0 &&
                    model.decoder_d_model.value_or(model.d_model) / decoder_heads % 2 == 0;
  if (model.positions != Positions::kRotary || even) return std::nullopt;
  return "rotary positions turn pairs of numbers: each head's width, d_model / num_heads, must be even";
}

Complaint one_embedding_has_one_width(const ModelConfig& model) {
  const bool same = model.decoder_d_model.value_or(model.d_model) == model.d_model;
  if (model.tie_embeddings != TiedEmbeddings::kAll || same) return std::nullopt;
  return concat("must be \"target\" or \"none\" where decoder_d_model (", *model.decoder_d_model, ") is not d_model (",
                model.d_model, ")");
}

// A sentence has its end mark beside its pieces.
Complaint positions_suffice(const Config& config) {
  if (config.model.positions != Positions::kLearned || config.data.max_length < config.model.max_positions) {
    return std::nullopt;
  }
  return concat("/data/max_length (", config.data.max_length, ") must be below /model/max_positions (",
                config.model.max_positions, ") where positions are learned");
}

Complaint target_model_has_a_source_model(const TokenizerConfig& tokenizer) {
  if (!tokenizer.target_model || tokenizer.source_model) return std::nullopt;
  return "missing; needed beside target_model";
}

Complaint source_model_has_a_target_model(const TokenizerConfig& tokenizer) {
  if (tokenizer.shared || !tokenizer.source_model || tokenizer.target_model) return std::nullopt;
  return "missing; needed beside source_model when shared is false";
}

Complaint shared_models_are_one(const TokenizerConfig& tokenizer) {
  if (!tokenizer.shared || !tokenizer.source_model || !tokenizer.target_model) return std::nullopt;
  if (tokenizer.source_model == tokenizer.target_model) return std::nullopt;
  return "must be false where source_model and target_model are different files";
}

Complaint a_corpus_has_files(const CorpusConfig& corpus) {
  if (corpus.source || corpus.target || corpus.file) return std::nullopt;
  return "missing; a corpus has source and target, or file";
}

Complaint both_files_are_given(const CorpusConfig& corpus) {
  if (corpus.file && (corpus.source || corpus.target)) return "not beside file, which holds both sides";
  if (corpus.source.has_value() == corpus.target.has_value()) return std::nullopt;
  return corpus.source ? "missing; needed beside source" : "needs source beside it";
}

Complaint format_fits_the_files(const CorpusConfig& corpus) {
  const bool in_two = corpus.format == CorpusFormat::kText;
  const bool in_one = corpus.format != CorpusFormat::kText && corpus.format != CorpusFormat::kAuto &&
                      corpus.format != CorpusFormat::kWmt;
  if (in_two && corpus.file) return "text stands in two files: give source and target instead of file";
  if (in_one && corpus.source && corpus.target) return "this format has both sides in one file: give file alone";
  return std::nullopt;
}

Complaint columns_differ(const CorpusConfig& corpus) {
  if (corpus.source_column != corpus.target_column) return std::nullopt;
  return concat("must not be source_column (", corpus.source_column, ")");
}

Complaint units_have_an_alignment(const CorpusConfig& corpus) {
  if (corpus.alignment || corpus.alignment_units == AlignmentUnits::kWords) return std::nullopt;
  return "says what alignment links: give that file, or leave this out";
}

Complaint no_weight(const std::optional<CorpusConfig>& corpus) {
  if (!corpus || corpus->weight == 1.0) return std::nullopt;
  return "weight is for training corpora";
}
Complaint validation_has_no_weight(const DataConfig& data) { return no_weight(data.valid); }
Complaint test_has_no_weight(const DataConfig& data) { return no_weight(data.test); }

Complaint no_alignment(const std::optional<CorpusConfig>& corpus) {
  if (!corpus || !corpus->alignment) return std::nullopt;
  return "alignment is for training corpora";
}
Complaint validation_has_no_alignment(const DataConfig& data) { return no_alignment(data.valid); }
Complaint test_has_no_alignment(const DataConfig& data) { return no_alignment(data.test); }

Complaint guidance_has_an_alignment(const Config& config) {
  if (config.training.guided_alignment_weight == 0.0 || has_alignment(config.data)) return std::nullopt;
  return "/training/guided_alignment_weight needs a corpus in /data/train with an alignment; give one, or set it to 0";
}

Complaint alignment_guides(const Config& config) {
  if (config.training.guided_alignment_weight > 0.0 || !has_alignment(config.data)) return std::nullopt;
  return "/data/train has an alignment, which nothing uses while /training/guided_alignment_weight is 0; set it "
         "(0.1 is usual), or leave the alignment out";
}

// Links are between the pieces that the corpus was encoded with.
Complaint guided_pieces_stay(const Config& config) {
  if (config.training.guided_alignment_weight == 0.0 || config.tokenizer.sampling == 0.0) return std::nullopt;
  return "/tokenizer/sampling cuts sentences anew in each epoch, and an alignment links the pieces of one "
         "segmentation; set it to 0, or /training/guided_alignment_weight";
}

Complaint guided_layer_exists(const Config& config) {
  const auto layer = config.training.guided_alignment_layer;
  if (!layer || *layer <= config.model.decoder_layers) return std::nullopt;
  return concat("/training/guided_alignment_layer must be at most /model/decoder_layers (", config.model.decoder_layers,
                "), got ", *layer);
}

Complaint guided_layer_is_guided(const TrainingConfig& training) {
  if (!training.guided_alignment_layer || training.guided_alignment_weight > 0.0) return std::nullopt;
  return "needs guided_alignment_weight above 0";
}

Complaint guided_heads_are_guided(const TrainingConfig& training) {
  const bool given = training.guided_alignment_heads != TrainingConfig{}.guided_alignment_heads;
  if (!given || training.guided_alignment_weight > 0.0) return std::nullopt;
  return "needs guided_alignment_weight above 0";
}

Complaint decay_has_an_end(const TrainingConfig& training) {
  if (!training.decay_steps || end_of_decay(training)) return std::nullopt;
  return "must be null where schedule is not linear or cosine";
}

Complaint final_rate_is_reached(const TrainingConfig& training) {
  if (training.final_learning_rate == 0.0 || end_of_decay(training)) return std::nullopt;
  return "must be 0 where schedule is not linear or cosine";
}

Complaint rate_falls(const TrainingConfig& training) {
  if (training.final_learning_rate <= training.learning_rate) return std::nullopt;
  return concat("must be at most learning_rate (", training.learning_rate, "), got ", training.final_learning_rate);
}

Complaint warm_up_ends_before_the_decay(const TrainingConfig& training) {
  const auto end = end_of_decay(training);
  if (!end || training.warmup_steps < *end) return std::nullopt;
  return concat("must be below ", training.decay_steps ? "decay_steps" : "max_steps", " (", *end,
                "), where the decay ends, got ", training.warmup_steps);
}

Complaint updates_have_a_rate(const TrainingConfig& training) {
  const auto end = end_of_decay(training);
  if (!end || *end >= training.max_steps || training.final_learning_rate > 0.0) return std::nullopt;
  return concat("must be at least max_steps (", training.max_steps,
                ") where final_learning_rate is 0: later updates would change nothing; got ", *end);
}

Complaint threshold_has_patience(const TrainingConfig& training) {
  if (training.patience_threshold == 0.0 || training.patience) return std::nullopt;
  return "needs patience";
}

Complaint kept_optimizer_has_a_model(const FineTuningConfig& fine_tuning) {
  if (fine_tuning.optimizer == StartingOptimizer::kReset || fine_tuning.model) return std::nullopt;
  return "keep needs a model to take it from";
}

// What validation decides needs a validation set.
Complaint patience_has_a_validation_set(const Config& config) {
  if (!config.training.patience || config.data.valid) return std::nullopt;
  return "/training/patience needs /data/valid, whose scores it waits for";
}
Complaint best_checkpoints_have_a_validation_set(const Config& config) {
  if (config.training.keep_best == 0 || config.data.valid) return std::nullopt;
  return "/training/keep_best needs /data/valid, whose scores say which are best";
}

Complaint only_for_adam(const TrainingConfig& training, double TrainingConfig::*member) {
  if (training.optimizer != OptimizerKind::kSgd || training.*member == TrainingConfig{}.*member) return std::nullopt;
  return "is for adam and adamw; optimizer is sgd";
}
Complaint beta1_is_adams(const TrainingConfig& training) {
  return only_for_adam(training, &TrainingConfig::adam_beta1);
}
Complaint beta2_is_adams(const TrainingConfig& training) {
  return only_for_adam(training, &TrainingConfig::adam_beta2);
}
Complaint epsilon_is_adams(const TrainingConfig& training) {
  return only_for_adam(training, &TrainingConfig::adam_epsilon);
}

Complaint momentum_is_sgds(const TrainingConfig& training) {
  if (training.optimizer == OptimizerKind::kSgd || training.momentum == 0.0) return std::nullopt;
  return "is for sgd; adam and adamw have adam_beta1";
}

Complaint nesterov_has_momentum(const TrainingConfig& training) {
  if (!training.nesterov || (training.optimizer == OptimizerKind::kSgd && training.momentum > 0.0)) return std::nullopt;
  return "needs optimizer sgd and a momentum above 0";
}

// --- Tables ---------------------------------------------------------------------------------------------------------

const Matches kLanguageTag{"[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8}){0,4}", "language tag such as en or zh-Hans"};

const OneOf<CorpusFormat> kCorpusFormats{{{"auto", CorpusFormat::kAuto},
                                          {"text", CorpusFormat::kText},
                                          {"tsv", CorpusFormat::kTsv},
                                          {"csv", CorpusFormat::kCsv},
                                          {"jsonl", CorpusFormat::kJsonl},
                                          {"tmx", CorpusFormat::kTmx},
                                          {"xliff", CorpusFormat::kXliff},
                                          {"po", CorpusFormat::kPo},
                                          {"wmt", CorpusFormat::kWmt}}};
const OneOf<TextEncoding> kTextEncodings{{{"auto", TextEncoding::kAuto},
                                          {"utf-8", TextEncoding::kUtf8},
                                          {"utf-16", TextEncoding::kUtf16},
                                          {"gb18030", TextEncoding::kGb18030},
                                          {"gbk", TextEncoding::kGb18030},
                                          {"big5", TextEncoding::kBig5}}};

const OneOf<AlignmentUnits> kAlignmentUnits{{{"words", AlignmentUnits::kWords}, {"pieces", AlignmentUnits::kPieces}}};

Kind<CorpusConfig> corpus() {
  using C = CorpusConfig;
  auto kind = object<C>(
      {
          field("source", &C::source, FilePath{},
                "text of the source side, one sentence a line; like every file here plain, gzip or zstd, and a pattern "
                "such as part-*.en.gz where there are several"),
          field("target", &C::target, FilePath{}, "its translation, line for line"),
          field("file", &C::file, FilePath{}, "instead of the two: one file that holds both sides"),
          field(
              "format", &C::format, kCorpusFormats,
              "auto goes by the file's name (.tsv, .csv, .jsonl, .tmx, .xlf, .po, .sgm, .xml; anything else is text)"),
          field("encoding", &C::encoding, kTextEncodings,
                "auto: found out for each file, UTF-8 unless its bytes say otherwise"),
          field("source_column", &C::source_column, AtLeast{1}, "TSV and CSV: number of the source side's column"),
          field("target_column", &C::target_column, AtLeast{1}, "TSV and CSV: number of the target side's column"),
          field("header", &C::header, TrueOrFalse{}, "TSV and CSV: whether the first record holds names"),
          field("source_key", &C::source_key, NonEmpty{},
                "JSON Lines: the source side's key, or a JSON pointer to it; null: the language, also inside "
                "\"translation\""),
          field("target_key", &C::target_key, NonEmpty{}, "the same for the target side"),
          field("weight", &C::weight, Range{.greater_than = 0, .at_most = 1000},
                "how often each pair comes in an epoch, on average; 2 doubles the corpus, 0.5 takes another half of it "
                "in each epoch"),
          field("tag", &C::tag, NonEmpty{},
                "a symbol put before each source sentence, such as <2zh>, for models of several languages or domains; "
                "translate takes it with --tag"),
          field("alignment", &C::alignment, FilePath{},
                "which words of the two sides belong together, line for line with the pairs, in Pharaoh's format (0-0 "
                "1-2: source-target, from 0; a blank line links nothing), for training.guided_alignment_weight; null: "
                "none"),
          field("alignment_units", &C::alignment_units, kAlignmentUnits,
                "what alignment counts: the words between the blanks of each line as it stands in the file, as "
                "fast_align, eflomal and awesome-align do, or the vocabulary's pieces without marks and tag"),
      },
      {
          rule(a_corpus_has_files, &C::source, &C::target, &C::file),
          rule(both_files_are_given, &C::target, &C::source, &C::file),
          rule(format_fits_the_files, &C::format, &C::source, &C::target, &C::file),
          rule(columns_differ, &C::target_column, &C::source_column),
          rule(units_have_an_alignment, &C::alignment_units, &C::alignment),
      });
  kind.info.schema["anyOf"] = {{{"required", {"source", "target"}}}, {{"required", {"file"}}}};  // a_corpus_has_files
  return kind;
}

const OneOf<HanSpaces> kHanSpaces{
    {{"auto", HanSpaces::kAuto}, {"keep", HanSpaces::kKeep}, {"remove", HanSpaces::kRemove}}};
const OneOf<HanLatinSpacing> kHanLatinSpacings{
    {{"keep", HanLatinSpacing::kKeep}, {"space", HanLatinSpacing::kSpace}, {"none", HanLatinSpacing::kNone}}};
const OneOf<Punctuation> kPunctuations{
    {{"keep", Punctuation::kKeep}, {"full", Punctuation::kFull}, {"ascii", Punctuation::kAscii}}};

Kind<TextConfig> text() {
  using T = TextConfig;
  return object<T>({
      field("conversion", &T::conversion, NonEmpty{},
            "Chinese script: a configuration of OpenCC, such as t2s (to simplified), s2t, s2twp; null: as it is"),
      field("punctuation", &T::punctuation, kPunctuations,
            "marks beside Han characters: as they are, full-width, or ASCII"),
      field("han_spaces", &T::han_spaces, kHanSpaces,
            "blanks between two Han characters; auto removes them where the language is Chinese"),
      field("han_latin", &T::han_latin, kHanLatinSpacings, "the border of Han and Latin: as it is, one blank, or none"),
  });
}

const OneOf<CleaningAction> kCleaningActions{{{"keep", CleaningAction::kKeep}, {"drop", CleaningAction::kDrop}}};
const OneOf<Duplicates> kDuplicates{
    {{"keep", Duplicates::kKeep}, {"exact", Duplicates::kExact}, {"normalized", Duplicates::kNormalized}}};

Kind<CleaningConfig> cleaning() {
  using C = CleaningConfig;
  return object<C>({
      field("max_characters", &C::max_characters, AtLeast{1}, "most characters of a side; null: no limit"),
      field("max_length_ratio", &C::max_length_ratio, AtLeast{0},
            "most pieces of the longer side for each of the shorter; 0: no limit"),
      field("identical", &C::identical, kCleaningActions,
            "pairs whose sides are equal and have letters: left untranslated"),
      field(
          "min_script_share", &C::min_script_share, Between{0, 1},
          "least share of a side's words that are in its language's script, a Han character counting as a word; 0: no "
          "limit. Sides without letters pass, and languages that tfm doesn't know the script of"),
      field("max_symbol_share", &C::max_symbol_share, Between{0, 1},
            "most digits, marks and symbols among a side's characters, blanks not counted; 1: no limit"),
      field("duplicates", &C::duplicates, kDuplicates,
            "what counts as the pair of before and is dropped: nothing, the same text, or the same but for case, marks "
            "and blanks; keep counts the same text"),
      field("duplicate_memory_mib", &C::duplicate_memory_mib, Between{1, 1'000'000},
            "most memory for finding duplicates, 4 to 8 bytes a pair; pairs beyond it aren't remembered"),
      field("mismatched_numbers", &C::mismatched_numbers, kCleaningActions,
            "pairs with a number of two or more digits on one side alone"),
      field("mismatched_urls", &C::mismatched_urls, kCleaningActions, "pairs with a web address on one side alone"),
      field("invalid_bytes", &C::invalid_bytes, kCleaningActions,
            "pairs with bytes that mean nothing in the file's encoding, which become U+FFFD"),
      field("markup", &C::markup, kCleaningActions, "pairs with remains of HTML: tags, or entities such as &amp;"),
  });
}

Kind<DataConfig> data() {
  using D = DataConfig;
  return object<D>(
      {
          required(field("train", &D::train, one_or_more(corpus()), "the corpora to learn from, taken together")),
          like("/data/train",
               field("valid", &D::valid, corpus(),
                     "the corpus that is scored every validate_every updates and picks the best checkpoint; "
                     "null: no validation")),
          like("/data/train",
               field("test", &D::test, corpus(), "the corpus that is scored when training ends; null: none")),
          field("source_language", &D::source_language, kLanguageTag, "language of the source side"),
          field("target_language", &D::target_language, kLanguageTag,
                "language of the target side; decides what evaluation.tokenize = \"auto\" is"),
          field(
              "max_length", &D::max_length, Between{1, 100'000},
              "most pieces of a training sentence, on either side, end mark not counted; a longer pair is left out and "
              "counted in the report"),
          field("mixing_temperature", &D::mixing_temperature, Between{0.1, 1000},
                "T: a corpus' share of an epoch is proportional to its pairs to the power of 1/T, so that more than 1 "
                "favours "
                "small corpora; each weight multiplies that"),
          field("source_text", &D::source_text, text(), "how Chinese text of the source side is written"),
          field("target_text", &D::target_text, text(), "how Chinese text of the target side is written"),
          field("cleaning", &D::cleaning, cleaning(), "which training pairs are left out"),
      },
      {rule(validation_has_no_weight, &D::valid), rule(test_has_no_weight, &D::test),
       rule(validation_has_no_alignment, &D::valid), rule(test_has_no_alignment, &D::test)});
}

const OneOf<TokenizerType> kTokenizerTypes{{{"unigram", TokenizerType::kUnigram}, {"bpe", TokenizerType::kBpe}}};
const OneOf<Normalization> kNormalizations{
    {{"identity", Normalization::kIdentity}, {"nfkc", Normalization::kNfkc}, {"nmt_nfkc", Normalization::kNmtNfkc}}};

Kind<TokenizerConfig> tokenizer() {
  using T = TokenizerConfig;
  return object<T>(
      {
          field("type", &T::type, kTokenizerTypes, "how SentencePiece learns the vocabulary"),
          field("vocab_size", &T::vocab_size, Between{5, 10'000'000},
                "pieces of a vocabulary, the four special symbols included"),
          field("shared", &T::shared, TrueOrFalse{},
                "true: one vocabulary, learnt from both languages; false: one for each"),
          field("character_coverage", &T::character_coverage, Between{0.98, 1},
                "share of the text's characters that get a piece; the rarest beyond it are unknown"),
          field("byte_fallback", &T::byte_fallback, TrueOrFalse{},
                "true: an unknown character is written as its UTF-8 bytes, which takes 256 pieces"),
          field("normalization", &T::normalization, kNormalizations,
                "what SentencePiece does to the text's characters first; identity changes nothing but spaces"),
          field("max_sentences", &T::max_sentences, AtLeast{1},
                "most sentences that a vocabulary is learnt from; of more, an even sample is drawn"),
          field("max_text_mib", &T::max_text_mib, Between{1, 1'000'000},
                "most text that a vocabulary is learnt from, in MiB; SentencePiece needs some 25 times as much memory"),
          field("symbols", &T::symbols, zero_or_more(Kind<std::string>(NonEmpty{})),
                "pieces of their own wherever they stand in the text, such as placeholders; tags of corpora are added"),
          field(
              "sampling", &T::sampling, Between{0, 1},
              "subword regularisation in training: another segmentation in each epoch; the exponent of Kudo (2018) for "
              "unigram (0.1 to 0.5 are usual; smaller is wilder), the share of skipped merges for bpe (Provilkov et "
              "al. "
              "2020; 0.1 is usual); 0: none"),
          field(
              "source_model", &T::source_model, FilePath{},
              "a SentencePiece model to use instead of learning one, which leaves the keys above without effect; alone "
              "and with shared = true it serves both sides"),
          field("target_model", &T::target_model, FilePath{},
                "the model of the target side, beside source_model; with shared = true it must be the same file"),
      },
      {
          rule(target_model_has_a_source_model, &T::source_model, &T::target_model),
          rule(source_model_has_a_target_model, &T::target_model, &T::source_model, &T::shared),
          rule(shared_models_are_one, &T::shared, &T::source_model, &T::target_model),
      });
}

const OneOf<Preset> kPresets{{{"tiny", Preset::kTiny},
                              {"small", Preset::kSmall},
                              {"base", Preset::kBase},
                              {"big", Preset::kBig},
                              {"fast_decoding", Preset::kFastDecoding}}};
const OneOf<AttentionScore> kAttentionScores{
    {{"dot_product", AttentionScore::kDotProduct}, {"additive", AttentionScore::kAdditive}}};
const OneOf<Positions> kPositions{{{"sinusoidal", Positions::kSinusoidal},
                                   {"learned", Positions::kLearned},
                                   {"rotary", Positions::kRotary},
                                   {"none", Positions::kNone}}};
const OneOf<NormKind> kNormKinds{{{"layer", NormKind::kLayer}, {"rms", NormKind::kRms}}};
const OneOf<Activation> kActivations{
    {{"relu", Activation::kRelu}, {"gelu", Activation::kGelu}, {"swiglu", Activation::kSwiglu}}};
const OneOf<TiedEmbeddings> kTiedEmbeddings{
    {{"all", TiedEmbeddings::kAll}, {"target", TiedEmbeddings::kTarget}, {"none", TiedEmbeddings::kNone}}};
const OneOf<NormPlacement> kNormPlacements{{{"pre", NormPlacement::kPre}, {"post", NormPlacement::kPost}}};

Kind<ModelConfig> model() {
  using M = ModelConfig;
  return object<M>(
      {
          field("preset", &M::preset, kPresets,
                "measures by name, which the keys below override: tiny (the defaults), small (512 wide, 4 + 4 layers), "
                "base and big (Vaswani et al. 2017), fast_decoding (10 encoder layers, 1 decoder layer, 512 wide)"),
          field("d_model", &M::d_model, Between{2, 65'536},
                "width of the model: of embeddings and between layers; even, and a multiple of num_heads"),
          field("num_heads", &M::num_heads, Between{1, 65'536}, "attention heads of each layer; divides d_model"),
          field("ffn_dim", &M::ffn_dim, Between{1, 1'000'000}, "inner width of the feed-forward layers"),
          field("encoder_layers", &M::encoder_layers, Between{1, 1'000}, "layers of the encoder"),
          field("decoder_layers", &M::decoder_layers, Between{1, 1'000}, "layers of the decoder"),
          field("decoder_d_model", &M::decoder_d_model, Between{2, 65'536}, "width of the decoder; null: d_model"),
          field("decoder_num_heads", &M::decoder_num_heads, Between{1, 65'536},
                "attention heads of each decoder layer; null: num_heads"),
          field("decoder_ffn_dim", &M::decoder_ffn_dim, Between{1, 1'000'000},
                "inner width of the decoder's feed-forward layers; null: ffn_dim"),
          field("decoder_kv_heads", &M::decoder_kv_heads, Between{1, 65'536},
                "key and value heads of each decoder layer, shared by groups of its heads (1: multi-query attention); "
                "divides them; null: one for each head"),
          field("dropout", &M::dropout, FromUntil{0, 1},
                "share of values set to zero in training, in the places of Vaswani et al. 2017"),
          field("attention_dropout", &M::attention_dropout, FromUntil{0, 1},
                "the same for attention weights; more than 0 costs the fused attention kernel"),
          field("activation_dropout", &M::activation_dropout, FromUntil{0, 1},
                "the same behind the activation function of the feed-forward layers"),
          field("word_dropout", &M::word_dropout, FromUntil{0, 1},
                "share of pieces whose embedding is set to zero as a whole in training, on either side"),
          field("norm", &M::norm, kNormPlacements,
                "normalization before each sub-layer (pre), or after its residual sum as in the paper (post)"),
          field("norm_type", &M::norm_type, kNormKinds, "LayerNorm (layer) or RMSNorm (rms)"),
          field("activation", &M::activation, kActivations,
                "of the feed-forward layers; swiglu has a third matrix of ffn_dim"),
          field("biases", &M::biases, TrueOrFalse{},
                "whether linear layers and LayerNorm add a bias; an additive score always has its b"),
          field(
              "positions", &M::positions, kPositions,
              "how the model knows where a piece stands: added sinusoids, added vectors that are learned, rotation of "
              "queries and keys in self-attention, or not at all"),
          field(
              "max_positions", &M::max_positions, Between{1, 1'000'000},
              "places that learned positions are there for; a longer line to translate loses its end, with a warning"),
          field("attention", &M::attention, kAttentionScores,
                "score of a query and a key: their scaled dot product, or w^T tanh(W_q q + W_k k + b) per head"),
          field("encoder_attention", &M::encoder_attention, kAttentionScores,
                "score of the encoder's self-attention; null: attention"),
          field("decoder_attention", &M::decoder_attention, kAttentionScores,
                "score of the decoder's self-attention; null: attention"),
          field("cross_attention", &M::cross_attention, kAttentionScores,
                "score of the decoder's attention to the encoder; null: attention"),
          field("attention_window", &M::attention_window, Between{0, 1'000'000},
                "places that self-attention sees to each side, in the decoder only back; 0: all"),
          field("encoder_window", &M::encoder_window, Between{0, 1'000'000},
                "the same for the encoder alone; null: attention_window"),
          field("decoder_window", &M::decoder_window, Between{0, 1'000'000},
                "the same for the decoder alone; null: attention_window"),
          field(
              "tie_embeddings", &M::tie_embeddings, kTiedEmbeddings,
              "all: one matrix is source embedding, target embedding and output layer (with separate vocabularies the "
              "source embedding has its own); target: target embedding and output layer; none"),
          field("scale_embeddings", &M::scale_embeddings, TrueOrFalse{},
                "whether embeddings are multiplied by the square root of d_model, as in the paper; false learns slowly "
                "with "
                "sinusoidal positions, which then outweigh them"),
      },
      {
          rule(heads_divide_d_model, &M::num_heads, &M::d_model),
          rule(decoder_heads_divide_its_width, &M::decoder_num_heads, &M::decoder_d_model, &M::num_heads, &M::d_model),
          rule(kv_heads_divide_the_heads, &M::decoder_kv_heads, &M::decoder_num_heads, &M::num_heads),
          rule(d_model_is_even, &M::d_model),
          rule(decoder_width_is_even, &M::decoder_d_model),
          rule(rotary_heads_are_even, &M::positions, &M::d_model, &M::num_heads, &M::decoder_d_model,
               &M::decoder_num_heads),
          rule(one_embedding_has_one_width, &M::tie_embeddings, &M::d_model, &M::decoder_d_model),
      },
      [](const M& given) { return given.preset ? preset_model(*given.preset) : M{}; });
}

const OneOf<Schedule> kSchedules{{{"inverse_square_root", Schedule::kInverseSquareRoot},
                                  {"linear", Schedule::kLinear},
                                  {"cosine", Schedule::kCosine},
                                  {"constant", Schedule::kConstant}}};
const OneOf<OptimizerKind> kOptimizers{
    {{"adam", OptimizerKind::kAdam}, {"adamw", OptimizerKind::kAdamW}, {"sgd", OptimizerKind::kSgd}}};

const OneOf<Precision> kPrecisions{
    {{"float32", Precision::kFloat32}, {"bfloat16", Precision::kBfloat16}, {"float16", Precision::kFloat16}}};
const OneOf<ValidationMetric> kValidationMetrics{
    {{"loss", ValidationMetric::kLoss}, {"bleu", ValidationMetric::kBleu}, {"chrf", ValidationMetric::kChrf}}};
const OneOf<StartingOptimizer> kStartingOptimizers{
    {{"reset", StartingOptimizer::kReset}, {"keep", StartingOptimizer::kKeep}}};

Kind<FineTuningConfig> fine_tuning() {
  using F = FineTuningConfig;
  return object<F>(
      {
          field("model", &F::model, FilePath{},
                "a run, checkpoint or model folder whose weights and vocabulary training begins with; null: random "
                "weights"),
          field("optimizer", &F::optimizer, kStartingOptimizers,
                "reset: it begins anew; keep: with the memory it has in the model's newest checkpoint"),
          field("frozen", &F::frozen, zero_or_more(Kind<std::string>(NonEmpty{})),
                "parts that keep their weights, by the beginning of their parameters' names, such as encoder, "
                "embedding or decoder.layers.0 (tfm inspect --format json lists them)"),
      },
      {rule(kept_optimizer_has_a_model, &F::optimizer, &F::model)});
}

Kind<DivergenceConfig> divergence() {
  using D = DivergenceConfig;
  return object<D>({
      field("max_skipped", &D::max_skipped, AtLeast{1},
            "updates in a row that are skipped, for a loss or gradient that isn't finite, before training counts as "
            "diverged"),
      field(
          "max_loss_rise", &D::max_loss_rise, AtLeast{0},
          "how far the loss, averaged over some 20 updates, may rise over its lowest so far before training counts as "
          "diverged; 0: as far as it likes"),
      field("rollbacks", &D::rollbacks, Between{0, 100},
            "how often a diverged run goes back to its last good checkpoint and on with half the learning rate, before "
            "it stops with exit code 3"),
  });
}

const OneOf<GuidedHeads> kGuidedHeads{{{"average", GuidedHeads::kAverage}, {"first", GuidedHeads::kFirst}}};

Kind<TrainingConfig> training() {
  using T = TrainingConfig;
  return object<T>(
      {
          field("batch_tokens", &T::batch_tokens, AtLeast{1}, "most target-side positions of a batch, padding counted"),
          field("max_steps", &T::max_steps, AtLeast{1},
                "updates at which training ends; raised, a finished run goes on, with schedule linear or cosine only "
                "where decay_steps and final_learning_rate say how"),
          field("max_epochs", &T::max_epochs, AtLeast{1},
                "epochs after which training ends before max_steps; null: none"),
          field("max_tokens", &T::max_tokens, AtLeast{1}, "the same in real target tokens"),
          field("max_hours", &T::max_hours, GreaterThan{0},
                "the same in hours of training, over all starts of the run; validation and saving count"),
          field(
              "schedule", &T::schedule, kSchedules,
              "how the learning rate goes on after warm-up: down with the inverse square root of the update's number, "
              "down to final_learning_rate in a line or half a cosine, or not at all"),
          field("learning_rate", &T::learning_rate, GreaterThan{0}, "peak of the learning rate, reached after warm-up"),
          field("warmup_steps", &T::warmup_steps, AtLeast{0},
                "updates of linear warm-up before the schedule; 0: none, the first update has the peak"),
          field(
              "decay_steps", &T::decay_steps, AtLeast{1},
              "linear and cosine: the update, counted with warm-up, that reaches final_learning_rate; null: max_steps"),
          field("final_learning_rate", &T::final_learning_rate, AtLeast{0},
                "linear and cosine: the learning rate at their end and after it"),
          field("optimizer", &T::optimizer, kOptimizers,
                "adamw, adam (the two differ in weight_decay alone) or stochastic gradient descent"),
          field("adam_beta1", &T::adam_beta1, FromUntil{0, 1}, "Adam's decay of the mean of the gradients"),
          field("adam_beta2", &T::adam_beta2, FromUntil{0, 1}, "Adam's decay of the mean of their squares"),
          field("adam_epsilon", &T::adam_epsilon, GreaterThan{0}, "what Adam adds to the divisor"),
          field("momentum", &T::momentum, FromUntil{0, 1},
                "sgd: share of the last step that is added to the next one, before the learning rate; 0: none"),
          field("nesterov", &T::nesterov, TrueOrFalse{}, "sgd: Nesterov's momentum"),
          field(
              "weight_decay", &T::weight_decay, AtLeast{0},
              "adamw: share of each weight taken off in an update, times the learning rate (decoupled); adam and sgd: "
              "times the weight, added to its gradient (L2); 0: none"),
          field("clip_norm", &T::clip_norm, AtLeast{0}, "largest Euclidean norm of an update's gradient; 0: no limit"),
          field("label_smoothing", &T::label_smoothing, FromUntil{0, 1},
                "share of the probability that is spread over the whole vocabulary, as PyTorch does"),
          field("guided_alignment_weight", &T::guided_alignment_weight, AtLeast{0},
                "weight of a second objective, that cross-attention looks where the corpora's alignment says: the "
                "cross-entropy of one decoder layer's attention, summed over linked target pieces (Chen et al. 2016); "
                "0.1 is usual; 0: off"),
          field("guided_alignment_layer", &T::guided_alignment_layer, AtLeast{1},
                "the decoder layer that it guides, counted from 1; null: the last but one, or the only one"),
          field("guided_alignment_heads", &T::guided_alignment_heads, kGuidedHeads,
                "the mean of all heads' attention (average, as in Marian), or one head alone (first, Garg et al. "
                "2019)"),
          field("accumulation", &T::accumulation, AtLeast{1}, "batches whose gradients make one update"),
          field(
              "precision", &T::precision, kPrecisions,
              "what forward and backward pass compute in; the weights, their updates and validation stay float32, and "
              "float16 scales its loss as far as its gradients allow"),
          field("recompute_activations", &T::recompute_activations, TrueOrFalse{},
                "activation checkpointing: the backward pass computes the inside of each layer once more instead of "
                "keeping it, for models larger than memory allows; the same gradients to rounding"),
          field("average_decay", &T::average_decay, FromUntil{0, 1},
                "decay of an exponential moving average of the weights, such as 0.9999, which validation, RUN/best and "
                "translation then use; early on it is at most (1 + step) / (10 + step); 0: none"),
          field("fine_tuning", &T::fine_tuning, fine_tuning(), "beginning with a trained model"),
          field("divergence", &T::divergence, divergence(), "what is done about a training that goes wrong"),
          field("validate_every", &T::validate_every, AtLeast{1}, "updates between two validations"),
          field("best_metric", &T::best_metric, kValidationMetrics,
                "what says which validation is better: for RUN/best, keep_best and patience"),
          field("patience", &T::patience, AtLeast{1},
                "early stopping: validations in a row without a gain after which training ends; null: it goes on"),
          field("patience_threshold", &T::patience_threshold, AtLeast{0},
                "a gain is more than this over the validation that patience counts from"),
          field("save_every", &T::save_every, AtLeast{1}, "updates between two checkpoints"),
          field("keep_checkpoints", &T::keep_checkpoints, AtLeast{1},
                "newest checkpoints that are kept; older ones are removed"),
          field("keep_best", &T::keep_best, AtLeast{0},
                "best validated checkpoints that are kept besides; each such validation saves one"),
          field("log_every", &T::log_every, AtLeast{1}, "updates between two lines of the log"),
          field("seed", &T::seed, AtLeast{0}, "seed of all randomness; the same seed gives the same run"),
      },
      {
          rule(decay_has_an_end, &T::decay_steps, &T::schedule),
          rule(final_rate_is_reached, &T::final_learning_rate, &T::schedule),
          rule(rate_falls, &T::final_learning_rate, &T::learning_rate),
          rule(warm_up_ends_before_the_decay, &T::warmup_steps, &T::schedule, &T::decay_steps, &T::max_steps),
          rule(updates_have_a_rate, &T::decay_steps, &T::schedule, &T::max_steps, &T::final_learning_rate),
          rule(beta1_is_adams, &T::adam_beta1, &T::optimizer),
          rule(beta2_is_adams, &T::adam_beta2, &T::optimizer),
          rule(epsilon_is_adams, &T::adam_epsilon, &T::optimizer),
          rule(momentum_is_sgds, &T::momentum, &T::optimizer),
          rule(nesterov_has_momentum, &T::nesterov, &T::optimizer, &T::momentum),
          rule(threshold_has_patience, &T::patience_threshold, &T::patience),
          rule(guided_layer_is_guided, &T::guided_alignment_layer, &T::guided_alignment_weight),
          rule(guided_heads_are_guided, &T::guided_alignment_heads, &T::guided_alignment_weight),
      });
}

const WordOrNumber kLengthPenalty{{"none", "average"}, AtLeast{0}};

Kind<DecodingConfig> decoding() {
  using D = DecodingConfig;
  return object<D>({
      field("beam_size", &D::beam_size, Between{1, 1'000}, "hypotheses kept at a time; 1 is greedy search"),
      field("length_penalty", &D::length_penalty, kLengthPenalty,
            "what a hypothesis' log-probability is divided by: 1 (none), its tokens (average), or "
            "((5 + tokens) / 6)^A for a number A (Wu et al. 2016); the end mark is a token"),
      field("max_length_ratio", &D::max_length_ratio, Between{0, 1'000},
            "a translation has at most max_length_ratio * source pieces + max_length_extra tokens"),
      field("max_length_extra", &D::max_length_extra, Between{0, 100'000},
            "tokens that a translation may have beyond max_length_ratio * source pieces"),
      field("max_source_length", &D::max_source_length, Between{1, 100000},
            "most pieces of a line to translate; the end of a longer one is left out, with a warning"),
      field("batch_size", &D::batch_size, AtLeast{1}, "most sentences translated at a time"),
      field("batch_tokens", &D::batch_tokens, AtLeast{1},
            "most source positions translated at a time, padding counted; a longer line goes alone"),
  });
}

const OneOf<BleuTokenizer> kBleuTokenizers{{{"auto", BleuTokenizer::kAuto},
                                            {"zh", BleuTokenizer::kZh},
                                            {"13a", BleuTokenizer::k13a},
                                            {"char", BleuTokenizer::kChar},
                                            {"intl", BleuTokenizer::kIntl},
                                            {"none", BleuTokenizer::kNone}}};

Kind<EvaluationConfig> evaluation() {
  using E = EvaluationConfig;
  return object<E>({
      field("tokenize", &E::tokenize, kBleuTokenizers,
            "sacreBLEU's tokenizer for BLEU; auto is zh where the target language is Chinese, 13a elsewhere"),
      field("beam_size", &E::beam_size, Between{1, 1'000}, "like decoding.beam_size, for validation alone"),
  });
}

Kind<OutputConfig> output() {
  return object<OutputConfig>({
      field("directory", &OutputConfig::directory, FilePath{}, "the run's folder: checkpoints, log, prepared data"),
      field("tensorboard", &OutputConfig::tensorboard, TrueOrFalse{},
            "whether the log's numbers and some translations are also written for TensorBoard, to the run's folder "
            "tensorboard"),
  });
}

const Kind<Config>& config_kind() {
  static const Kind<Config> kKind = object<Config>(
      {
          field("data", &Config::data, data(), "the text"),
          field("tokenizer", &Config::tokenizer, tokenizer(),
                "SentencePiece vocabularies, learnt from the training text"),
          field("model", &Config::model, model(), "the Transformer"),
          field("training", &Config::training, training(), "how the model is trained"),
          field("decoding", &Config::decoding, decoding(), "how a line is translated"),
          field("evaluation", &Config::evaluation, evaluation(),
                "how translations of the validation corpus are scored"),
          field("output", &Config::output, output(), "where the results go"),
      },
      {
          rule(positions_suffice, &Config::model, &Config::data),
          rule(patience_has_a_validation_set, &Config::training, &Config::data),
          rule(best_checkpoints_have_a_validation_set, &Config::training, &Config::data),
          rule(guidance_has_an_alignment, &Config::training, &Config::data),
          rule(alignment_guides, &Config::data, &Config::training),
          rule(guided_pieces_stay, &Config::tokenizer, &Config::training),
          rule(guided_layer_exists, &Config::training, &Config::model),
      });
  return kKind;
}

// Adds what differs at and below `pointer`. Lists are compared entry by entry; null stands for an entry only one has.
void add_differences(const Json& before, const Json& after, const std::string& pointer,
                     std::vector<ConfigDifference>& differences) {
  if (before.is_object() && after.is_object()) {  // both have every key
    for (const auto& [key, value] : before.items()) {
      add_differences(value, after.at(key), child_pointer(pointer, key), differences);
    }
  } else if (before.is_array() && after.is_array()) {
    for (size_t i = 0; i < std::max(before.size(), after.size()); ++i) {
      add_differences(i < before.size() ? before[i] : Json(), i < after.size() ? after[i] : Json(),
                      child_pointer(pointer, std::to_string(i)), differences);
    }
  } else if (before != after) {
    differences.push_back({pointer, before.dump(), after.dump()});
  }
}

}  // namespace

std::optional<int64_t> end_of_decay(const TrainingConfig& training) {
  const bool ends = training.schedule == Schedule::kLinear || training.schedule == Schedule::kCosine;
  if (!ends) return std::nullopt;
  return training.decay_steps.value_or(training.max_steps);
}

bool has_alignment(const DataConfig& data) {
  return std::ranges::any_of(data.train, [](const CorpusConfig& corpus) { return corpus.alignment.has_value(); });
}

int64_t guided_layer(const TrainingConfig& training, const ModelConfig& model) {
  return training.guided_alignment_layer.value_or(std::max<int64_t>(1, model.decoder_layers - 1));
}

ModelConfig preset_model(Preset preset) {
  ModelConfig model;
  model.preset = preset;
  const auto measures = [&](int64_t d_model, int64_t heads, int64_t ffn_dim, int64_t encoder, int64_t decoder) {
    model.d_model = d_model;
    model.num_heads = heads;
    model.ffn_dim = ffn_dim;
    model.encoder_layers = encoder;
    model.decoder_layers = decoder;
  };
  switch (preset) {
    case Preset::kTiny:
      measures(256, 4, 1024, 3, 3);
      break;
    case Preset::kSmall:
      measures(512, 8, 1024, 4, 4);
      break;
    case Preset::kBase:
      measures(512, 8, 2048, 6, 6);
      break;
    case Preset::kBig:
      measures(1024, 16, 4096, 6, 6);
      model.dropout = 0.3;
      break;
    case Preset::kFastDecoding:
      measures(512, 8, 2048, 10, 1);
      break;
  }
  return model;
}

Config load_config(const std::filesystem::path& file, const std::vector<std::string>& overrides) {
  return parse_config(read_file(file), file.string(), file.parent_path(), overrides);
}

Config parse_config(const std::string& text, const std::string& name, const std::filesystem::path& folder,
                    const std::vector<std::string>& overrides) {
  JsonDocument document = parse_json(text, name);
  Reading reading{{}, {}, folder, &config_kind().info};
  for (const std::string& pointer : document.repeated_keys) reading.problems.add(pointer, "given twice");
  if (document.root.is_object()) reading.overrides = Overrides(overrides, document.root, reading.problems);
  Config config;
  config_kind().read(document.root, config, Place(reading));
  reading.problems.throw_if_any(name);
  return config;
}

std::string config_to_json(const Config& config) { return config_kind().write(config).dump(2) + "\n"; }

std::string describe_config() { return describe_keys(config_kind().info); }

std::string config_markdown() { return markdown_table(config_kind().info); }

std::string config_schema() {
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Config of tfm"}};
  schema.update(config_kind().info.schema);
  return schema.dump(2) + "\n";
}

std::vector<std::pair<std::string, TextEncoding>> encoding_names() { return kTextEncodings.choices; }

std::vector<ConfigDifference> compare_configs(const Config& before, const Config& after) {
  std::vector<ConfigDifference> differences;
  add_differences(config_kind().write(before), config_kind().write(after), "", differences);
  return differences;
}

}  // namespace tfm
