#include <unistd.h>

#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <utility>

#include "commands/attention_file.h"
#include "commands/commands.h"
#include "commands/common_options.h"
#include "commands/decoding_options.h"
#include "commands/ensemble_models.h"
#include "commands/forbidden_words.h"
#include "commands/model.h"
#include "commands/output_file.h"
#include "commands/prefix_lines.h"
#include "commands/term_summary.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/log.h"
#include "core/progress.h"
#include "decoding/alignment.h"
#include "decoding/search_setup.h"
#include "decoding/translator.h"
#include "input/line_reader.h"
#include "text/unicode.h"

namespace tfm {
namespace {

struct TranslateOptions {
  CommonOptions common;
  ComputeOptions compute;
  DecodingOptions decoding;
  std::vector<std::string> models;
  std::vector<double> model_weights;
  std::vector<std::string> texts;
  std::string input;
  std::optional<TextEncoding> encoding;
  std::string encoding_found = kUtf8;
  std::string output;
  std::string format = "text";
  std::string prefix;
  std::string forbid;
  std::string terms;
  std::optional<std::string> tag;
  int64_t nbest = 1;
  bool stream = false;
  bool alignment = false;
  bool word_scores = false;
  std::string attention;

  bool reads_stdin() const { return texts.empty() && (input.empty() || input == "-"); }
};

constexpr int64_t kLinesNamed = 20;           // by warnings of the same kind
constexpr std::size_t kLinesInMemory = 4096;  // read ahead, so that lines of like length meet

void check(const TranslateOptions& options, const DecodingConfig& config) {
  check_output_file("--output", options.output, {options.input, options.terms});
  check_output_file("--attention", options.attention, {options.input, options.output, options.terms});
  if (!options.texts.empty() && !options.input.empty()) throw UserError("give TEXT or --input, not both");
  if (options.encoding && options.input.empty()) throw UserError("--encoding is for a file: give it with --input");
  if (options.nbest > most_translations(config)) {
    throw UserError(concat("--nbest ", options.nbest, " is more than ",
                           config.patience == 1.0 ? "the beam size " : "patience * beam size, ",
                           most_translations(config), "; raise --beam-size"));
  }
  if (options.models.size() > 1 && (options.alignment || !options.attention.empty())) {
    throw UserError(concat(options.alignment ? "--alignment" : "--attention", " is of one model; give one --model"));
  }
  if (!options.terms.empty() && config.sampling) {
    throw UserError("--terms are put into translations by beam search; leave sampling out");
  }
  if (options.word_scores && options.format == "text") {
    throw UserError("--word-scores gives a number for each piece, which text can't hold; add --format jsonl");
  }
  if (!options.attention.empty()) {
    check_attention_file(options.attention);
    if (options.texts.size() != 1) throw UserError("--attention is for one sentence: give it as the only TEXT");
  }
  if (options.nbest > 1 && options.format == "text") {
    throw UserError("--nbest gives several translations a line, which text can't hold; add --format jsonl");
  }
}

using Json = nlohmann::ordered_json;

void add_scores(Json& json, const ScoredTranslation& translation) {
  json["translation"] = translation.text;
  json["score"] = translation.score;
  json["log_prob"] = translation.log_prob;
  json["tokens"] = translation.tokens;
}

std::vector<std::string> piece_names(const Tokenizer& tokenizer, const std::vector<int32_t>& pieces) {
  std::vector<std::string> names;
  for (const int32_t piece : pieces) names.push_back(tokenizer.piece(piece));
  return names;
}

// The places that an alignment links are those of the pieces beside it.
void add_alignment(Json& json, const Translation& translation, const Alignment& alignment,
                   const Tokenizers& tokenizers) {
  json["alignment"] = pharaoh(alignment);
  json["source_pieces"] = piece_names(*tokenizers.source, translation.source_pieces);
  json["pieces"] = piece_names(*tokenizers.target, translation.nbest.front().pieces);
}

// As tfm score has them: the end mark included, where there is one.
void add_word_scores(Json& json, const ScoredTranslation& translation, const Tokenizer& tokenizer) {
  auto pieces = translation.pieces;
  if (translation.token_log_probs.size() > pieces.size()) {
    pieces.push_back(static_cast<int32_t>(tokenizer.special_ids().eos));
  }
  json["pieces"] = piece_names(tokenizer, pieces);
  json["token_log_probs"] = translation.token_log_probs;
}

Json line_object(int64_t number, const std::string& source, const Translation& translation, bool with_nbest) {
  Json json;
  json["line"] = number;
  json["source"] = source;
  add_scores(json, translation.nbest.front());
  json["status"] = name_of(translation.status);
  for (const auto& term : translation.terms) {
    json["terms"].push_back({{"source", term.source}, {"target", term.target}, {"met", term.met}});
  }
  if (with_nbest) {
    json["nbest"] = Json::array();
    for (const auto& entry : translation.nbest) add_scores(json["nbest"].emplace_back(), entry);
  }
  return json;
}

// Before they are read, where that is possible without keeping them.
std::optional<int64_t> input_lines(const TranslateOptions& options) {
  if (options.prefix.empty() || options.reads_stdin()) return std::nullopt;
  if (!options.texts.empty()) return std::ssize(options.texts);
  return std::filesystem::is_regular_file(options.input)
             ? std::optional(count_lines(options.input, options.encoding.value_or(TextEncoding::kAuto)))
             : std::nullopt;
}

// Reads, translates and writes chunk by chunk; what comes out has as many lines as what went in.
class LineByLine {
 public:
  LineByLine(LoadedModel& loaded, Translator& translator, const TranslateOptions& options, std::ostream& out)
      : loaded_(loaded),
        translator_(translator),
        options_(options),
        out_(out),
        progress_("translating", 0, "lines"),
        prefixes_(options.prefix, input_lines(options), *loaded.tokenizers.target) {}

  using NextLine = std::function<std::optional<CleanLine>()>;
  void run(const NextLine& next) {
    const std::size_t chunk = options_.stream ? 1 : kLinesInMemory;
    std::vector<SourceLine> lines;
    while (auto line = next()) {
      lines.push_back(to_source(std::move(*line)));
      if (lines.size() == chunk) translate(lines);
    }
    translate(lines);
    prefixes_.finish();
    summarize();
  }

 private:
  SourceLine to_source(CleanLine line) {
    ++lines_read_;
    auto prefix = prefixes_.next();
    if (line.replaced_sequences > 0 && ++repaired_ <= kLinesNamed) {
      log::warning(concat("line ", lines_read_, ": ", line.replaced_sequences,
                          line.replaced_sequences == 1 ? " byte sequence is" : " byte sequences are", " not ",
                          options_.encoding_found, "; replaced by U+FFFD"));
    }
    return {std::move(line.text), line.replaced_sequences > 0, std::move(prefix)};
  }

  void translate(std::vector<SourceLine>& lines) {
    const auto results = translator_.translate(lines, [this](int64_t count) { progress_.advance(count); });
    const auto alignments = options_.alignment ? align(results) : std::vector<Alignment>(results.size());
    for (std::size_t i = 0; i < results.size(); ++i) write(lines[i].text, results[i], alignments[i]);
    out_.flush();
    if (!out_) throw UserError("the output can't be written; the disk may be full", ExitCode::kFailed);
    lines.clear();
  }

  // A blank line has nothing to align.
  std::vector<Alignment> align(const std::vector<Translation>& translations) {
    std::vector<EncodedPair> pairs;
    for (const auto& translation : translations) {
      pairs.push_back({translation.source_pieces, translation.nbest.front().pieces});
    }
    return align_pairs(loaded_.model, aligning_attention(loaded_.config.training, loaded_.config.model), pairs,
                       loaded_.tokenizers.source->special_ids(), loaded_.tokenizers.target->special_ids(),
                       loaded_.config.decoding.batch_tokens);
  }

  void write(const std::string& source, const Translation& translation, const Alignment& alignment) {
    ++lines_written_;
    warn(translation.status);
    terms_.add(lines_written_, translation.terms);
    if (translation.status != LineStatus::kBlank && std::ssize(translation.nbest) < options_.nbest) ++fewer_;
    if (options_.format == "jsonl") {
      auto json = line_object(lines_written_, source, translation, options_.nbest > 1);
      if (options_.alignment) add_alignment(json, translation, alignment, loaded_.tokenizers);
      if (options_.word_scores) add_word_scores_of_all(json, translation);
      out_ << json.dump() << '\n';
    } else {
      out_ << translation.text() << (options_.alignment ? " ||| " + pharaoh(alignment) : "") << '\n';
    }
    if (!options_.attention.empty()) write_attention(loaded_, source, translation.text(), options_.attention);
  }

  void add_word_scores_of_all(Json& json, const Translation& translation) const {
    const auto& tokenizer = *loaded_.tokenizers.target;
    add_word_scores(json, translation.nbest.front(), tokenizer);
    for (std::size_t i = 0; options_.nbest > 1 && i < translation.nbest.size(); ++i) {
      add_word_scores(json["nbest"][i], translation.nbest[i], tokenizer);
    }
  }

  void warn(LineStatus status) {
    if (status == LineStatus::kTruncated) {
      log::warning(
          concat("line ", lines_written_, ": longer than decoding.max_source_length; its end is not translated"));
    } else if (status == LineStatus::kUnfinished) {
      ++unfinished_;
      log::debug(concat("line ", lines_written_, ": met the length limit before its end mark"));
    } else if (status == LineStatus::kEmpty) {
      log::warning(concat("line ", lines_written_, ": the translation is empty"));
    }
  }

  void summarize() const {
    if (!options_.terms.empty()) terms_.log();
    if (fewer_ > 0) {
      log::warning(
          concat(fewer_, " of ", lines_written_, " lines have fewer than ", options_.nbest, " different translations"));
    }
    if (repaired_ > kLinesNamed) {
      log::warning(concat(repaired_, " lines in all had bytes that are not ", options_.encoding_found,
                          " (--format jsonl marks them)"));
    }
    if (unfinished_ > 0) {
      log::warning(concat(unfinished_, " of ", lines_written_,
                          " translations met the length limit before their end mark (--format jsonl marks them)"));
    }
  }

  LoadedModel& loaded_;
  Translator& translator_;
  const TranslateOptions& options_;
  std::ostream& out_;
  Progress progress_;
  PrefixLines prefixes_;
  int64_t lines_read_ = 0;
  int64_t lines_written_ = 0;
  int64_t unfinished_ = 0;
  int64_t fewer_ = 0;
  int64_t repaired_ = 0;
  TermSummary terms_;
};

LineByLine::NextLine lines_of(std::istream& in) {
  return [&in, first = true]() mutable -> std::optional<CleanLine> {
    std::string raw;
    if (!std::getline(in, raw)) {
      if (in.bad()) throw UserError("the input can't be read to its end", ExitCode::kFailed);
      return std::nullopt;
    }
    return clean_line(raw, std::exchange(first, false));
  };
}

void translate_input(LineByLine& work, TranslateOptions& options) {
  if (!options.texts.empty()) {
    std::stringstream in;
    for (auto text : options.texts) {
      blank_controls(text);  // one argument is one line
      in << text << '\n';
    }
    return work.run(lines_of(in));
  }
  if (options.reads_stdin()) return work.run(lines_of(std::cin));
  LineReader reader(options.input, options.encoding.value_or(TextEncoding::kAuto));
  options.encoding_found = reader.stream().encoding();
  if (options.encoding_found != kUtf8) log::info(concat(options.input, ": read as ", options.encoding_found));
  work.run([&] { return reader.next(); });
}

void run(TranslateOptions options) {
  apply(options.common);
  const auto device = apply(options.compute);
  auto [loaded, models] = load_ensemble(options.models, options.model_weights, device);
  loaded.tag = options.tag;
  const auto decoding = apply(options.decoding, loaded.config.decoding);
  check(options, decoding);
  options.stream = options.stream || (options.reads_stdin() && ::isatty(STDIN_FILENO) != 0);
  Translator translator(loaded.model, loaded.codec(), decoding, device, options.nbest);
  translator.use_models(models);
  if (!options.forbid.empty()) translator.forbid(read_forbidden_words(options.forbid, *loaded.tokenizers.target));
  if (!options.terms.empty()) translator.use_terms(std::make_shared<Terminology>(options.terms, loaded.codec()));
  const auto write = [&, &loaded = loaded](std::ostream& out) {
    LineByLine work(loaded, translator, options, out);
    translate_input(work, options);
  };
  if (options.output.empty()) {
    write(std::cout);
  } else {
    write_file(options.output, write);
  }
}

}  // namespace

void add_translate_command(CLI::App& program, int&) {
  auto options = std::make_shared<TranslateOptions>();
  auto* command =
      program.add_subcommand("translate", "Translates arguments, a file or stdin: one line out for each line in");
  command
      ->add_option(
          "--model", options->models,
          "A run, checkpoint or model folder; several, each with --model, give the mean of their probabilities")
      ->required()
      ->allow_extra_args(false);
  command->add_option("--model-weights", options->model_weights, "Of several --model: a number for each, as 2,1")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("TEXT", options->texts, "Sentences to translate; none: --input or stdin");
  command->add_option("--input", options->input, "File to translate, plain, gzip or zstd; - for stdin (UTF-8)");
  command->add_option("--encoding", options->encoding, "Of --input's text; found out where it isn't given")
      ->transform(CLI::CheckedTransformer(encoding_names()));
  command->add_option("--output", options->output, "File to write; it appears when it is complete");
  command->add_option("--format", options->format, "text, or jsonl with scores and status")
      ->check(CLI::IsMember({"text", "jsonl"}))
      ->capture_default_str();
  command
      ->add_option("--nbest", options->nbest,
                   "Translations a line, no two alike: fewer where there are no more (with --format jsonl)")
      ->check(CLI::Range(1, 1000));
  command->add_option(
      "--prefix", options->prefix,
      "File of what the translations begin with, line for line with the input; empty lines say nothing");
  command->add_option("--forbid", options->forbid, "File of words and phrases that no translation has, one a line");
  command->add_option(
      "--terms", options->terms,
      "File of terms that translations must have, one a line: source term, tab, target term; lines with "
      "the same source term are alternatives");
  command->add_flag("--word-scores", options->word_scores,
                    "With --format jsonl: the pieces of each translation and their log-probabilities");
  command->add_option("--tag", options->tag, "Symbol before each sentence, for models trained on corpora with tags");
  command->add_flag("--alignment", options->alignment,
                    "Also which source piece each piece comes from, as i-j behind \" ||| \" (jsonl: with the pieces)");
  command->add_option("--attention", options->attention,
                      "With one TEXT: file for its attention weights, .html, .svg or .json");
  command->add_flag("--stream", options->stream, "Answer each line at once");
  add_compute_options(*command, options->compute);
  add_common_options(*command, options->common);
  command->callback([options] { run(*options); });
}

}  // namespace tfm
