#include "decoding/translator.h"

#include <algorithm>
#include <mutex>

#include "core/concat.h"
#include "core/error.h"
#include "core/log.h"
#include "core/loop_threads.h"
#include "core/out_of_memory.h"
#include "decoding/search_setup.h"
#include "decoding/search_translations.h"
#include "decoding/terms_search.h"
#include "decoding/unknown_words.h"
#include "text/unicode.h"

namespace tfm {

// What is translated at a time: `place` of a line's parts.
struct Translator::Part {
  std::size_t line = 0;
  std::size_t place = 0;
  std::size_t length = 0;
};

struct Translator::Work {
  std::span<const SourceLine> given;
  std::vector<LineParts> lines{};
  std::vector<Part> parts{};                                 // the longest first
  std::vector<std::vector<PartTranslation>> translations{};  // of each line's parts
  std::vector<std::size_t> missing{};                        // of these

  const LinePart& source(std::size_t part) const { return lines[parts[part].line].parts[parts[part].place]; }
  // Whether this completes the line.
  bool add(std::size_t part, PartTranslation translation) {
    const auto& [line, place, length] = parts[part];
    translations[line][place] = std::move(translation);
    return --missing[line] == 0;
  }
};

Translator::Translator(std::vector<EnsembleMember> models, TextCodec codec, const DecodingConfig& config,
                       int64_t num_best)
    : models_(std::move(models)),
      codec_(std::move(codec)),
      config_(config),
      search_options_(search_options(config, codec_, num_best)),
      most_in_batch_(config.batch_tokens) {}

bool Translator::is_shareable() const {
  return std::ranges::all_of(models_, [](const auto& member) { return member.model->is_shareable(); });
}

void Translator::forbid(std::vector<std::vector<int32_t>> sequences) {
  search_options_.forbidden_sequences = std::move(sequences);
}

std::vector<Translation> Translator::translate(const std::vector<SourceLine>& lines,
                                               const std::function<void(int64_t)>& translated) {
  Work work = work_on(lines);
  if (translated) translated(std::ranges::count(work.missing, 0U));
  translate_parts(work, translated);
  std::vector<Translation> results;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    results.push_back(result_of(lines[i], work.lines[i], std::move(work.translations[i])));
  }
  lines_before_ += std::ssize(lines);
  return results;
}

// A shareable model may work on several batches at once, each on a thread of its own: that beats many threads in each
// of a batch's small products. Who gets which batch changes nothing.
void Translator::translate_parts(Work& work, const std::function<void(int64_t)>& translated) {
  const auto parts = std::ssize(work.parts);
  const int64_t workers = is_shareable() ? std::clamp<int64_t>(parts, 1, loop_threads()) : 1;
  std::vector<int64_t> lengths;
  for (const Part& part : work.parts) lengths.push_back(static_cast<int64_t>(part.length) + 1);
  BatchQueue queue(std::move(lengths), {.items = std::min(config_.batch_size, (parts + workers - 1) / workers),
                                        .positions = most_in_batch_});
  std::mutex results;
  const auto work_off = [&] {
    while (const auto batch = queue.next()) {
      const auto hypotheses = search_if_fits(work, *batch);
      if (!hypotheses) {
        take_less(work, *batch, queue);
        continue;
      }
      const std::lock_guard lock(results);
      int64_t completed = 0;
      for (std::size_t i = batch->begin; i < batch->end; ++i) {
        completed += work.add(i, to_translation(work, i, (*hypotheses)[i - batch->begin])) ? 1 : 0;
      }
      if (translated) translated(completed);
    }
  };
  const auto work_off_or_stop = [&](int64_t, int64_t) {
    try {
      work_off();
    } catch (...) {
      queue.stop();
      throw;
    }
  };
  if (workers == 1) {
    work_off();
  } else {
    parallel_loop(0, workers, /*grain=*/1, work_off_or_stop);
  }
  most_in_batch_ = queue.most_positions();
}

Translator::Work Translator::work_on(const std::vector<SourceLine>& lines) const {
  Work work{.given = lines};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    auto of_line =
        is_blank(lines[i].text) ? LineParts{} : parts_of_line(lines[i].text, codec_, most_source_pieces(), config_);
    for (std::size_t place = 0; place < of_line.parts.size(); ++place) {
      work.parts.push_back({.line = i, .place = place, .length = of_line.parts[place].pieces.size()});
    }
    work.missing.push_back(of_line.parts.size());
    work.translations.emplace_back(of_line.parts.size());
    work.lines.push_back(std::move(of_line));
  }
  std::ranges::stable_sort(work.parts, [](const Part& a, const Part& b) { return a.length > b.length; });
  return work;
}

// A line's prefix is that of its first part. Parts draw from random streams of their own.
SentenceTask Translator::task_of(const Work& work, std::size_t part) const {
  constexpr int kBitsOfLineNumber = 40;
  const auto& [line, place, length] = work.parts[part];
  const auto& given = work.given[line];
  const int64_t number = given.number > 0 ? given.number : lines_before_ + static_cast<int64_t>(line) + 1;
  const uint64_t stream = static_cast<uint64_t>(number) + (static_cast<uint64_t>(place) << kBitsOfLineNumber);
  return sentence_task(config_, static_cast<int64_t>(length), most_positions(), stream,
                       codec_.encode_target(place == 0 ? given.prefix : ""));
}

int64_t Translator::most_positions() const {
  int64_t most = models_.front().model->max_length();
  for (const auto& member : models_) most = std::min(most, member.model->max_length());
  return most;
}

// The end mark takes a place as well.
int64_t Translator::most_source_pieces() const {
  return std::min(config_.max_source_length, std::max<int64_t>(1, most_positions() - 1));
}

std::optional<std::vector<std::vector<Hypothesis>>> Translator::search_if_fits(const Work& work,
                                                                               const ItemRange& batch) {
  try {
    return search(work, batch);
  } catch (const std::exception& error) {
    if (!is_out_of_memory(error)) throw;
    return std::nullopt;  // what the search held is free again from here on
  }
}

void Translator::take_less(const Work& work, const ItemRange& batch, BatchQueue& queue) const {
  const Part& first = work.parts[batch.begin];
  if (batch.size() == 1) {
    const auto number = work.given[first.line].number;
    throw UserError(
        concat(number > 0 ? concat("line ", number, ": ") : "", "memory doesn't suffice to translate ", first.length,
               " pieces at a time; lower decoding.max_source_length (longer lines are split), ", "or the beam size"),
        ExitCode::kFailed);
  }
  queue.give_back(batch);
  log::info(concat("memory doesn't suffice for ", batch.size(), " sentences of ", first.length,
                   " pieces; from here on at most ", queue.most_positions(), " source positions at a time"));
}

std::vector<std::vector<Hypothesis>> Translator::search(const Work& work, const ItemRange& batch) {
  std::vector<std::vector<int32_t>> sources;
  std::vector<SentenceTask> tasks;
  for (std::size_t i = batch.begin; i < batch.end; ++i) {
    sources.push_back(work.source(i).pieces);
    tasks.push_back(task_of(work, i));
  }
  auto found = search_models(sources, tasks);
  if (!terminology_) return found;
  std::vector<SearchedSentence> sentences;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    sentences.push_back({work.source(batch.begin + i).text, sources[i], tasks[i], std::move(found[i])});
  }
  put_terms_into(sentences, *terminology_, codec_, [this](const auto& of_sources, const auto& with_tasks) {
    return search_models(of_sources, with_tasks);
  });
  for (std::size_t i = 0; i < tasks.size(); ++i) found[i] = std::move(sentences[i].found);
  return found;
}

std::vector<std::vector<Hypothesis>> Translator::search_models(const std::vector<std::vector<int32_t>>& sources,
                                                               const std::vector<SentenceTask>& tasks) {
  return search_translations(models_, sources, tasks, search_options_);
}

PartTranslation Translator::to_translation(const Work& work, std::size_t part,
                                           const std::vector<Hypothesis>& hypotheses) {
  const auto& [text, source_pieces] = work.source(part);
  PartTranslation result{.nbest = {}, .unfinished = !hypotheses.front().finished};
  for (const auto& hypothesis : hypotheses) {
    auto pieces = hypothesis.tokens;
    if (hypothesis.finished) pieces.pop_back();
    auto& entry = result.nbest.emplace_back(ScoredTranslation{.text = codec_.decode_target(hypothesis.tokens),
                                                              .score = hypothesis.score,
                                                              .log_prob = hypothesis.log_prob,
                                                              .tokens = static_cast<int64_t>(hypothesis.tokens.size()),
                                                              .pieces = std::move(pieces),
                                                              .scored_pieces = hypothesis.tokens,
                                                              .token_log_probs = hypothesis.token_log_probs,
                                                              .unfinished = !hypothesis.finished});
    if (config_.unknown == UnknownWords::kCopy) copy_unknown_words_into(entry, text, source_pieces);
  }
  return result;
}

void Translator::copy_unknown_words_into(ScoredTranslation& translation, const std::string& source,
                                         const std::vector<int32_t>& source_pieces) {
  if (!has_unknown(codec_, translation.pieces)) return;
  const std::vector<EncodedPair> pair{{source_pieces, translation.pieces}};
  const auto alignments = models_.front().model->align(pair, config_.batch_tokens);
  translation.text = copy_unknown_words(codec_, source, translation.pieces, alignments.front());
}

Translation Translator::result_of(const SourceLine& line, const LineParts& parts,
                                  std::vector<PartTranslation> translations) const {
  if (parts.parts.empty()) {
    // A line that isn't blank has no pieces when the vocabulary's normalisation leaves nothing of it.
    return {.status = is_blank(line.text) ? LineStatus::kBlank : LineStatus::kEmpty,
            .nbest = {ScoredTranslation{}},
            .source_pieces = {},
            .parts = {}};
  }
  auto result = translation_of_line(parts, std::move(translations), line.repaired, codec_.target_language(),
                                    search_options_.length_penalty);
  if (terminology_) result.terms = terminology_->results(line.text, result.text());
  return result;
}

}  // namespace tfm
