#include "decoding/translator.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

#include "core/concat.h"
#include "core/error.h"
#include "core/log.h"
#include "core/out_of_memory.h"
#include "decoding/transformer_steps.h"
#include "text/unicode.h"

namespace tfm {

// What is translated at a time: `place` of a line's parts.
struct Translator::Part {
  std::size_t line = 0;
  std::size_t place = 0;
  std::size_t length = 0;
};

struct Translator::Work {
  std::vector<LineParts> lines;
  std::vector<Part> parts;                                 // the longest first
  std::vector<std::vector<PartTranslation>> translations;  // of each line's parts
  std::vector<std::size_t> missing;                        // of these

  const std::vector<int32_t>& source(std::size_t part) const {
    return lines[parts[part].line].pieces[parts[part].place];
  }
  // Whether this completes the line.
  bool add(std::size_t part, PartTranslation translation) {
    const auto& [line, place, length] = parts[part];
    translations[line][place] = std::move(translation);
    return --missing[line] == 0;
  }
};

Translator::Translator(Transformer model, TextCodec codec, const DecodingConfig& config, at::Device device,
                       int64_t num_best)
    : model_(std::move(model)),
      codec_(std::move(codec)),
      config_(config),
      device_(device),
      most_positions_(config.batch_tokens) {
  const auto& ids = codec_.tokenizers().target->special_ids();
  search_options_ = {.beam_size = config.beam_size,
                     .num_best = num_best,
                     .length_penalty = LengthPenalty::parse(config.length_penalty),
                     .bos = ids.bos,
                     .eos = ids.eos,
                     .forbidden = {ids.pad, ids.bos},
                     .forbid_empty = true,
                     .device = device};
}

std::vector<Translation> Translator::translate(const std::vector<SourceLine>& lines,
                                               const std::function<void(int64_t)>& translated) {
  Work work = work_on(lines);
  if (translated) translated(std::ranges::count(work.missing, 0U));
  for (std::size_t begin = 0; begin < work.parts.size();) {
    const std::size_t end = batch_end(work, begin);
    const auto hypotheses = search_if_fits(work, begin, end);
    if (!hypotheses) {
      take_less(work, begin, end, lines);
      continue;
    }
    int64_t completed = 0;
    for (std::size_t i = begin; i < end; ++i)
      completed += work.add(i, to_translation((*hypotheses)[i - begin])) ? 1 : 0;
    if (translated) translated(completed);
    begin = end;
  }
  std::vector<Translation> results;
  for (std::size_t i = 0; i < lines.size(); ++i)
    results.push_back(result_of(lines[i], work.lines[i], std::move(work.translations[i])));
  return results;
}

Translator::Work Translator::work_on(const std::vector<SourceLine>& lines) const {
  Work work;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    auto parts =
        is_blank(lines[i].text) ? LineParts{} : parts_of_line(lines[i].text, codec_, most_source_pieces(), config_);
    for (std::size_t place = 0; place < parts.pieces.size(); ++place)
      work.parts.push_back({.line = i, .place = place, .length = parts.pieces[place].size()});
    work.missing.push_back(parts.pieces.size());
    work.translations.emplace_back(parts.pieces.size());
    work.lines.push_back(std::move(parts));
  }
  std::ranges::stable_sort(work.parts, [](const Part& a, const Part& b) { return a.length > b.length; });
  return work;
}

// The end mark takes a place as well.
int64_t Translator::most_source_pieces() const {
  return std::min(config_.max_source_length, std::max<int64_t>(1, model_->max_length() - 1));
}

// The first is the longest: it decides how many fit.
std::size_t Translator::batch_end(const Work& work, std::size_t begin) const {
  const auto longest = static_cast<int64_t>(work.parts[begin].length) + 1;
  const auto fitting = std::clamp<int64_t>(most_positions_ / longest, 1, config_.batch_size);
  return std::min(work.parts.size(), begin + static_cast<std::size_t>(fitting));
}

std::optional<std::vector<std::vector<Hypothesis>>> Translator::search_if_fits(const Work& work, std::size_t begin,
                                                                               std::size_t end) {
  try {
    return search(work, begin, end);
  } catch (const std::exception& error) {
    if (!is_out_of_memory(error)) throw;
    return std::nullopt;  // what the search held is free again from here on
  }
}

void Translator::take_less(const Work& work, std::size_t begin, std::size_t end, const std::vector<SourceLine>& lines) {
  const auto count = static_cast<int64_t>(end - begin);
  const Part& first = work.parts[begin];
  if (count == 1) {
    const auto number = lines[first.line].number;
    throw UserError(
        concat(number > 0 ? concat("line ", number, ": ") : "", "memory doesn't suffice to translate ", first.length,
               " pieces at a time; lower decoding.max_source_length (longer lines are split), ", "or the beam size"),
        ExitCode::kFailed);
  }
  most_positions_ = count / 2 * (static_cast<int64_t>(first.length) + 1);
  log::info(concat("memory doesn't suffice for ", count, " sentences of ", first.length,
                   " pieces; from here on at most ", most_positions_, " source positions at a time"));
}

std::vector<std::vector<Hypothesis>> Translator::search(const Work& work, std::size_t begin, std::size_t end) {
  std::vector<std::vector<int32_t>> sources;
  std::vector<int64_t> limits;
  for (std::size_t i = begin; i < end; ++i) {
    sources.push_back(work.source(i));
    const auto length = static_cast<double>(work.parts[i].length);
    const int64_t limit = std::llround(std::ceil(length * config_.max_length_ratio)) + config_.max_length_extra;
    limits.push_back(std::min(limit, model_->max_length()));
  }
  return search_translations(model_, sources, limits, codec_.tokenizers().source->special_ids(), search_options_);
}

PartTranslation Translator::to_translation(const std::vector<Hypothesis>& hypotheses) const {
  PartTranslation result{.nbest = {}, .unfinished = !hypotheses.front().finished};
  for (const auto& hypothesis : hypotheses) {
    auto pieces = hypothesis.tokens;
    if (hypothesis.finished) pieces.pop_back();
    result.nbest.push_back({.text = codec_.decode_target(hypothesis.tokens),
                            .score = hypothesis.score,
                            .log_prob = hypothesis.log_prob,
                            .tokens = static_cast<int64_t>(hypothesis.tokens.size()),
                            .pieces = std::move(pieces)});
  }
  return result;
}

Translation Translator::result_of(const SourceLine& line, const LineParts& parts,
                                  std::vector<PartTranslation> translations) const {
  if (!parts.pieces.empty()) {
    return translation_of_line(parts, std::move(translations), line.repaired, codec_.target_language(),
                               search_options_.length_penalty);
  }
  // A line that isn't blank has no pieces when the vocabulary's normalisation leaves nothing of it.
  return {.status = is_blank(line.text) ? LineStatus::kBlank : LineStatus::kEmpty,
          .nbest = {ScoredTranslation{}},
          .source_pieces = {},
          .parts = {}};
}

}  // namespace tfm
