#include "commands/translate_options.h"

#include <map>

#include "commands/attention_file.h"
#include "commands/output_file.h"
#include "core/concat.h"
#include "core/error.h"

namespace tfm {
namespace {

const std::map<std::string, LongLines> kLongLines{{"split", LongLines::kSplit}, {"truncate", LongLines::kTruncate}};

}  // namespace

void add_translate_options(CLI::App& app, TranslateOptions& options) {
  app.add_option("--model", options.model, "A run, checkpoint or model folder")->required();
  app.add_option("TEXT", options.texts, "Sentences to translate; none: --input or stdin");
  app.add_option("--input", options.input, "File to translate, plain, gzip or zstd; - for stdin");
  app.add_option("--encoding", options.encoding, "Of the input's text; found out where it isn't given")
      ->transform(CLI::CheckedTransformer(encoding_names()));
  app.add_option("--output", options.output, "File to write; until it is complete it is named FILE.partial");
  app.add_flag("--resume", options.resume, "Go on with the --output file of an earlier call that was stopped");
  app.add_option("--format", options.format, "text, or jsonl with scores and status")
      ->check(CLI::IsMember({"text", "jsonl"}))
      ->capture_default_str();
  app.add_option("--beam-size", options.beam_size, "Hypotheses side by side; 1 is greedy search")
      ->check(CLI::Range(1, 1000));
  app.add_option("--length-penalty", options.length_penalty, "none, average, or alpha (Wu et al. 2016)");
  app.add_option("--nbest", options.nbest, "Translations a line (with --format jsonl)")->check(CLI::Range(1, 1000));
  app.add_option("--batch-size", options.batch_size, "The most lines together")->check(CLI::Range(1, 100000));
  app.add_option("--batch-tokens", options.batch_tokens, "The most source pieces together, padding counted")
      ->check(CLI::Range(1, 100000000));
  app.add_option("--max-source-length", options.max_source_length, "The most pieces of a line translated at a time")
      ->check(CLI::Range(1, 100000));
  app.add_option("--long-lines", options.long_lines,
                 "What becomes of longer ones: split (and joined again), or truncate")
      ->transform(CLI::CheckedTransformer(kLongLines));
  app.add_flag("--split-sentences", options.split_sentences,
               "Translate each sentence of a line by itself, for models that were trained on sentences");
  app.add_option("--tag", options.tag, "Symbol before each sentence, for models trained on corpora with tags");
  app.add_flag("--alignment", options.alignment,
               "Also which source piece each piece comes from, as i-j behind \" ||| \" (jsonl: with the pieces)");
  app.add_option("--attention", options.attention,
                 "With one TEXT: file for its attention weights, .html, .svg or .json");
  app.add_flag("--stream", options.stream, "Answer each line at once");
  add_compute_options(app, options.compute);
  add_common_options(app, options.common);
}

DecodingConfig decoding_config(const TranslateOptions& options, DecodingConfig config) {
  if (options.beam_size) config.beam_size = *options.beam_size;
  if (options.batch_size) config.batch_size = *options.batch_size;
  if (options.batch_tokens) config.batch_tokens = *options.batch_tokens;
  if (options.length_penalty) config.length_penalty = *options.length_penalty;
  if (options.max_source_length) config.max_source_length = *options.max_source_length;
  if (options.long_lines) config.long_lines = *options.long_lines;
  if (options.split_sentences) config.split_sentences = true;
  return config;
}

void check_translate_options(const TranslateOptions& options, const DecodingConfig& config) {
  check_output_file("--output", options.output, {options.input});
  check_output_file("--attention", options.attention, {options.input, options.output});
  if (!options.texts.empty() && !options.input.empty()) throw UserError("give TEXT or --input, not both");
  if (options.encoding && !options.texts.empty()) throw UserError("--encoding is for --input or stdin, not for TEXT");
  if (options.resume && options.output.empty()) throw UserError("--resume goes on with a file: give it with --output");
  if (options.nbest > config.beam_size) {
    throw UserError(
        concat("--nbest ", options.nbest, " is more than the beam size ", config.beam_size, "; raise --beam-size"));
  }
  if (!options.attention.empty()) {
    check_attention_file(options.attention);
    if (options.texts.size() != 1) throw UserError("--attention is for one sentence: give it as the only TEXT");
  }
  if (options.nbest > 1 && options.format == "text") {
    throw UserError("--nbest gives several translations a line, which text can't hold; add --format jsonl");
  }
}

}  // namespace tfm
