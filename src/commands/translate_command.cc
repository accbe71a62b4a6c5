#include <unistd.h>

#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include "commands/attention_file.h"
#include "commands/commands.h"
#include "commands/model.h"
#include "commands/translate_input.h"
#include "commands/translate_options.h"
#include "commands/translation_writer.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/log.h"
#include "core/progress.h"
#include "decoding/alignment.h"
#include "decoding/translator.h"

namespace tfm {
namespace {

constexpr int64_t kLinesNamed = 20;           // by warnings of the same kind
constexpr std::size_t kLinesInMemory = 4096;  // read ahead, so that lines of like length meet

// Reads, translates and writes chunk by chunk; what comes out has as many lines as what went in.
class LineByLine {
 public:
  LineByLine(LoadedModel& loaded, Translator& translator, const TranslateOptions& options, std::ostream& out)
      : loaded_(loaded), translator_(translator), options_(options), out_(out), progress_("translating", 0, "lines") {}

  void run(const NextLine& next) {
    const std::size_t chunk = options_.stream ? 1 : kLinesInMemory;
    std::vector<SourceLine> lines;
    while (auto line = next()) {
      lines.push_back(to_source(std::move(*line)));
      if (lines.size() == chunk) translate(lines);
    }
    translate(lines);
    summarize();
  }

 private:
  SourceLine to_source(CleanLine line) {
    ++lines_read_;
    if (line.replaced_sequences > 0 && ++repaired_ <= kLinesNamed) {
      log::warning(concat("line ", lines_read_, ": ", line.replaced_sequences,
                          line.replaced_sequences == 1 ? " byte sequence is" : " byte sequences are", " not ",
                          options_.encoding_found, "; replaced by U+FFFD"));
    }
    return {std::move(line.text), line.replaced_sequences > 0};
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
    const TranslationFormat format{
        .json = options_.format == "jsonl", .nbest = options_.nbest > 1, .alignment = options_.alignment};
    write_translation(out_, format, loaded_.tokenizers, lines_written_, source, translation, alignment);
    if (!options_.attention.empty()) write_attention(loaded_, source, translation.text(), options_.attention);
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
  int64_t lines_read_ = 0;
  int64_t lines_written_ = 0;
  int64_t unfinished_ = 0;
  int64_t repaired_ = 0;
};

void run(TranslateOptions options) {
  apply(options.common);
  const auto device = apply(options.compute);
  auto loaded = load_model(options.model, device);
  loaded.tag = options.tag;
  const auto decoding = decoding_config(options, loaded.config.decoding);
  check_translate_options(options, decoding);
  options.stream = options.stream || (options.reads_stdin() && ::isatty(STDIN_FILENO) != 0);
  Translator translator(loaded.model, loaded.codec(), decoding, device, options.nbest);
  const auto lines = open_lines(options);
  const auto write = [&](std::ostream& out) { LineByLine(loaded, translator, options, out).run(lines); };
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
  add_translate_options(*command, *options);
  command->callback([options] { run(*options); });
}

}  // namespace tfm
