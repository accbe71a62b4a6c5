#include "config/config_sections.h"
#include "core/concat.h"

namespace tfm {
namespace {

// --- Rules between keys ----------------------------------------------------------------------------------------------

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

// --- Tables ----------------------------------------------------------------------------------------------------------

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

}  // namespace

Kind<DataConfig> data_section() {
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

bool has_alignment(const DataConfig& data) {
  return std::ranges::any_of(data.train, [](const CorpusConfig& corpus) { return corpus.alignment.has_value(); });
}

std::vector<std::pair<std::string, TextEncoding>> encoding_names() { return kTextEncodings.choices; }

}  // namespace tfm
