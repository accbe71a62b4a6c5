#include "commands/translate_options.h"

#include "commands/attention_file.h"
#include "commands/output_file.h"
#include "core/concat.h"
#include "core/error.h"
#include "decoding/search_setup.h"

namespace tfm {
namespace {

void check_input(const TranslateOptions& options) {
  if (!options.texts.empty() && !options.input.empty()) throw UserError("give TEXT or --input, not both");
  if (options.encoding && !options.texts.empty()) throw UserError("--encoding is for --input or stdin, not for TEXT");
  if (options.resume && options.output.empty()) throw UserError("--resume goes on with a file: give it with --output");
}

void check_format(const TranslateOptions& options, const DecodingConfig& config) {
  if (options.nbest > most_translations(config)) {
    throw UserError(concat("--nbest ", options.nbest, " is more than ",
                           config.patience == 1.0 ? "the beam size " : "patience * beam size, ",
                           most_translations(config), "; raise --beam-size"));
  }
  if (options.nbest > 1 && options.format == "text") {
    throw UserError("--nbest gives several translations a line, which text can't hold; add --format jsonl");
  }
  if (options.word_scores && options.format == "text") {
    throw UserError("--word-scores gives a number for each piece, which text can't hold; add --format jsonl");
  }
}

}  // namespace

void add_translate_options(CLI::App& app, TranslateOptions& options) {
  app.add_option("--model", options.models,
                 "A run, checkpoint or model folder; several, each with --model, give the mean of their probabilities")
      ->required()
      ->allow_extra_args(false);
  app.add_option("--model-weights", options.model_weights, "Of several --model: a number for each, as 2,1")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("TEXT", options.texts, "Sentences to translate; none: --input or stdin");
  app.add_option("--input", options.input, "File to translate, plain, gzip or zstd; - for stdin");
  add_choice(app, "--encoding", options.encoding, encoding_names(),
             "Of the input's text; found out where it isn't given");
  app.add_option("--output", options.output, "File to write; until it is complete it is named FILE.partial")
      ->check([](const std::string& file) { return file.empty() ? "name a file" : ""; });
  app.add_flag("--resume", options.resume, "Go on with the --output file of an earlier call that was stopped");
  app.add_option("--format", options.format, "text, or jsonl with scores and status")
      ->check(CLI::IsMember({"text", "jsonl"}))
      ->capture_default_str();
  app.add_option("--nbest", options.nbest,
                 "Translations a line, no two alike: fewer where there are no more (with --format jsonl)")
      ->check(CLI::Range(1, 1000));
  app.add_option("--prefix", options.prefix,
                 "File of what the translations begin with, line for line with the input; empty lines say nothing");
  app.add_option("--forbid", options.forbid, "File of words and phrases that no translation has, one a line");
  app.add_option("--terms", options.terms,
                 "File of terms that translations must have, one a line: source term, tab, target term; lines with the "
                 "same source term are alternatives");
  app.add_option("--tag", options.tag, "Symbol before each sentence, for models trained on corpora with tags");
  app.add_flag("--alignment", options.alignment,
               "Also which source piece each piece comes from, as i-j behind \" ||| \" (jsonl: with the pieces)");
  app.add_flag("--word-scores", options.word_scores,
               "With --format jsonl: the pieces of each translation and their log-probabilities");
  app.add_option("--attention", options.attention,
                 "With one TEXT: file for its attention weights, .html, .svg or .json");
  app.add_flag("--stream", options.stream, "Answer each line at once");
  add_decoding_options(app, options.decoding);
  add_compute_options(app, options.compute);
  add_common_options(app, options.common);
}

void check_translate_options(const TranslateOptions& options, const DecodingConfig& config) {
  const std::vector<std::string> read{options.input, options.terms, options.prefix, options.forbid};
  check_output_file("--output", options.output, read);
  auto not_attention = read;
  not_attention.push_back(options.output);
  check_output_file("--attention", options.attention, not_attention);
  check_input(options);
  check_format(options, config);
  if (!options.terms.empty() && config.sampling) {
    throw UserError("--terms are put into translations by beam search; leave sampling out");
  }
  if (options.models.size() > 1 && (options.alignment || !options.attention.empty())) {
    throw UserError(concat(options.alignment ? "--alignment" : "--attention", " is of one model; give one --model"));
  }
  if (!options.attention.empty()) {
    check_attention_file(options.attention);
    if (options.texts.size() != 1) throw UserError("--attention is for one sentence: give it as the only TEXT");
  }
}

}  // namespace tfm
