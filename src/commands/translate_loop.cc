#include "commands/translate_loop.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>
#include <sstream>
#include <utility>
#include <vector>

#include "commands/attention_file.h"
#include "commands/line_warnings.h"
#include "commands/prefix_lines.h"
#include "commands/term_summary.h"
#include "commands/translation_writer.h"
#include "core/concat.h"
#include "core/decimal.h"
#include "core/error.h"
#include "core/log.h"
#include "core/progress.h"
#include "decoding/alignment.h"
#include "input/line_reader.h"

namespace tfm {
namespace {

// Read ahead, so that lines of like length meet: few at first, so that a stop soon after the beginning loses few.
constexpr std::size_t kFirstLines = 128, kMostLines = 2048;
constexpr std::size_t kMostBytes = std::size_t{4} << 20;

// Of the input, where a wrong number of prefixes can be told before anything is translated.
std::optional<int64_t> lines_to_count_on(const TranslateOptions& options, const TranslateInput& input) {
  if (options.prefix.empty()) return std::nullopt;
  if (input.lines > 0) return input.lines;
  if (!input.file) return std::nullopt;
  return count_lines(*input.file, options.encoding.value_or(TextEncoding::kAuto));
}

class TranslateLoop {
 public:
  TranslateLoop(const TranslatingModel& model, Translator& translator, const TranslateOptions& options,
                const TranslateInput& input, const LineSink& sink, int64_t done)
      : setup_(model.setup),
        model_(model.model),
        backend_(model.backend),
        translator_(translator),
        options_(options),
        input_(input),
        sink_(sink),
        done_(done),
        progress_("translating", input.lines, "lines", done),
        prefixes_(options.prefix, lines_to_count_on(options, input), *model.setup.tokenizers.target) {}

  void run() {
    while (true) {
      const auto lines = next_chunk();
      if (lines.empty()) break;
      const int64_t last = first_ + std::ssize(lines) - 1;
      if (last > done_) translate(lines);
      first_ = last + 1;
      show_time_left();
    }
    if (first_ <= done_) {
      throw UserError(
          concat("the input has ", first_ - 1, " lines, and ", done_, " are there already; it has changed"));
    }
    prefixes_.finish();
    summarize();
  }

 private:
  using Clock = std::chrono::steady_clock;

  struct InputLine {
    CleanLine source;
    std::string prefix;
  };

  std::vector<InputLine> next_chunk() {
    const std::size_t most_lines =
        options_.stream ? 1 : std::exchange(lines_ahead_, std::min(2 * lines_ahead_, kMostLines));
    std::vector<InputLine> lines;
    std::size_t bytes = 0;
    while (lines.size() < most_lines && bytes < kMostBytes) {
      auto line = input_.next();
      if (!line) break;
      bytes += line->text.size();
      lines.push_back({std::move(*line), prefixes_.next()});
    }
    return lines;
  }

  void translate(const std::vector<InputLine>& lines) {
    std::vector<SourceLine> sources;
    for (const auto& [line, prefix] : lines) {
      const int64_t number = first_ + std::ssize(sources);
      sources.push_back({line.text, line.replaced_sequences > 0, number, prefix});
      if (number > done_) warn_of_repairs(line, number);
    }
    const auto results = translator_.translate(sources, [this](int64_t count) { progress_.advance(count); });
    const auto alignments = options_.alignment ? align(results) : std::vector<Alignment>(results.size());
    write(sources, results, alignments);
  }

  void write(const std::vector<SourceLine>& sources, const std::vector<Translation>& results,
             const std::vector<Alignment>& alignments) {
    const TranslationFormat format{.json = options_.format == "jsonl",
                                   .nbest = options_.nbest > 1,
                                   .alignment = options_.alignment,
                                   .word_scores = options_.word_scores};
    std::ostringstream out;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const int64_t number = sources[i].number;
      if (number <= done_) continue;
      warn(results[i], number);
      terms_.add(number, results[i].terms);
      tokens_ += results[i].nbest.front().tokens;
      if (results[i].parts.size() == 1 && std::ssize(results[i].nbest) < options_.nbest) ++fewer_;
      write_translation(out, format, setup_.tokenizers, number, sources[i].text, results[i], alignments[i]);
      if (!options_.attention.empty()) write_attention_of(sources[i], results[i]);
    }
    sink_(out.str());
  }

  void write_attention_of(const SourceLine& source, const Translation& translation) {
    if (translation.parts.size() > 1)
      throw UserError("--attention is for one sentence, and this text is translated in parts; give one of them");
    backend_.write_attention({.model = options_.models.front(),
                              .tag = options_.tag,
                              .source = source.text,
                              .target = translation.text(),
                              .file = options_.attention});
  }

  // Part by part, as they were translated; a blank line has nothing to align.
  std::vector<Alignment> align(const std::vector<Translation>& translations) {
    std::vector<EncodedPair> pairs;
    for (const auto& translation : translations) {
      for (const auto& part : translation.parts) pairs.push_back({part.source, part.target});
    }
    const auto aligned = model_.align(pairs, setup_.config.decoding.batch_tokens);
    std::vector<Alignment> of_lines;
    std::size_t next = 0;
    for (const auto& translation : translations) {
      const auto count = translation.parts.size();
      of_lines.push_back(
          joined_alignment(std::span(pairs).subspan(next, count), std::span(aligned).subspan(next, count)));
      next += count;
    }
    return of_lines;
  }

  void warn_of_repairs(const CleanLine& line, int64_t number) {
    if (line.replaced_sequences == 0) return;
    warnings_.add(
        concat("had bytes that are not ", input_.encoding), number,
        concat(line.replaced_sequences, line.replaced_sequences == 1 ? " byte sequence is" : " byte sequences are",
               " not ", input_.encoding, "; replaced by U+FFFD"));
  }

  void warn(const Translation& translation, int64_t line) {
    if (translation.status == LineStatus::kTruncated) {
      warnings_.add("were too long and cut off", line,
                    "longer than decoding.max_source_length; its end is not translated");
    } else if (translation.too_long) {
      warnings_.add(
          "were too long and translated in parts", line,
          concat("longer than decoding.max_source_length; translated in ", translation.parts.size(), " parts"));
    }
    if (translation.unfinished)
      warnings_.add("met the length limit", line, "the translation met its length limit before its end mark");
    if (translation.status == LineStatus::kEmpty)
      warnings_.add("have an empty translation", line, "the translation is empty");
  }

  void summarize() const {
    const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    log::debug(concat("translated ", std::max<int64_t>(0, first_ - 1 - done_), " lines, ", tokens_, " tokens in ",
                      decimal(seconds, 3), " s"));
    warnings_.summarize();
    if (!options_.terms.empty()) terms_.log();
    if (fewer_ > 0) {
      log::warning(
          concat(fewer_, " of ", first_ - 1, " lines have fewer than ", options_.nbest, " different translations"));
    }
  }

  // Where the number of lines is unknown, by the bytes of the file.
  void show_time_left() {
    const double share = input_.share_read();
    if (input_.lines > 0 || share <= 0.0) return;
    if (first_ <= done_) share_done_ = share;
    const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    const double gone = share - share_done_;
    const auto left = gone > 0.0 ? concat(", ", duration_text(seconds * (1.0 - share) / gone), " left") : "";
    progress_.set_note(concat(std::llround(100.0 * share), " % of the input", left));
  }

  const ModelSetup& setup_;
  const DecodingModel& model_;
  Backend& backend_;
  Translator& translator_;
  const TranslateOptions& options_;
  const TranslateInput& input_;
  const LineSink& sink_;
  const int64_t done_;
  int64_t first_ = 1;  // of the chunk
  std::size_t lines_ahead_ = kFirstLines;
  Progress progress_;
  PrefixLines prefixes_;
  LineWarnings warnings_;
  TermSummary terms_;
  int64_t tokens_ = 0;
  int64_t fewer_ = 0;  // lines with fewer translations than were asked for
  Clock::time_point begin_ = Clock::now();
  double share_done_ = 0.0;  // of the input, before this go
};

}  // namespace

void translate_input(const TranslatingModel& model, Translator& translator, const TranslateOptions& options,
                     const TranslateInput& input, const LineSink& sink, int64_t done) {
  TranslateLoop(model, translator, options, input, sink, done).run();
}

}  // namespace tfm
