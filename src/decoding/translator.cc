#include "decoding/translator.h"

#include <ATen/ATen.h>

#include <algorithm>

#include "decoding/search_setup.h"
#include "decoding/terms_search.h"
#include "decoding/unknown_words.h"
#include "text/unicode.h"

namespace tfm {
namespace {

std::string first_characters(const std::string& text, int64_t count) {
  if (std::ssize(text) <= count) return text;
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  size_t end = 0;
  for (; end < text.size() && (count > 0 || continues(text[end])); ++end) {
    if (!continues(text[end])) --count;
  }
  return text.substr(0, end);
}

}  // namespace

struct Translator::EncodedLine {
  std::size_t index = 0;  // in the caller's order
  std::string text;
  std::vector<int32_t> pieces;
  std::vector<int32_t> prefix;
  bool truncated = false;
  bool repaired = false;
};

const char* name_of(LineStatus status) {
  switch (status) {
    case LineStatus::kBlank:
      return "blank";
    case LineStatus::kTruncated:
      return "truncated";
    case LineStatus::kUnfinished:
      return "unfinished";
    case LineStatus::kEmpty:
      return "empty";
    case LineStatus::kRepaired:
      return "repaired";
    case LineStatus::kOk:
      return "ok";
  }
  return "ok";
}

Translator::Translator(Transformer model, TextCodec codec, const DecodingConfig& config, at::Device device,
                       int64_t num_best)
    : models_{decoding_model(std::move(model))},
      codec_(std::move(codec)),
      config_(config),
      device_(device),
      search_options_(search_options(config, codec_, device, num_best)) {}

void Translator::forbid(std::vector<std::vector<int32_t>> sequences) {
  search_options_.forbidden_sequences = std::move(sequences);
}

std::vector<Translation> Translator::translate(const std::vector<SourceLine>& lines,
                                               const std::function<void(int64_t)>& translated) {
  std::vector<Translation> results(lines.size(), Translation{LineStatus::kBlank, {ScoredTranslation{}}, {}});
  const auto encoded = encode_lines(lines, results);
  if (translated) translated(static_cast<int64_t>(lines.size() - encoded.size()));
  for (std::size_t begin = 0, end = 0; begin < encoded.size(); begin = end) {
    // The lines are sorted, the longest first: it decides how many fit.
    const auto longest = static_cast<int64_t>(encoded[begin].pieces.size()) + 1;
    const auto fitting = std::clamp<int64_t>(config_.batch_tokens / longest, 1, config_.batch_size);
    end = std::min(encoded.size(), begin + static_cast<std::size_t>(fitting));
    const auto hypotheses = search(encoded, begin, end);
    for (std::size_t i = begin; i < end; ++i) {
      auto& result = results[encoded[i].index];
      result = to_translation(encoded[i], hypotheses[i - begin]);
      if (terminology_) result.terms = terminology_->results(lines[encoded[i].index].text, result.text());
    }
    if (translated) translated(static_cast<int64_t>(end - begin));
  }
  lines_before_ += lines.size();
  return results;
}

std::vector<Translator::EncodedLine> Translator::encode_lines(const std::vector<SourceLine>& lines,
                                                              std::vector<Translation>& results) const {
  std::vector<EncodedLine> encoded;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (is_blank(lines[i].text)) continue;
    const std::string text = first_characters(lines[i].text, kMostCharactersAPiece * most_source_pieces());
    EncodedLine line{.index = i,
                     .text = text,
                     .pieces = codec_.encode_source(text),
                     .prefix = codec_.encode_target(lines[i].prefix),
                     .truncated = text.size() < lines[i].text.size(),
                     .repaired = lines[i].repaired};
    if (static_cast<int64_t>(line.pieces.size()) > most_source_pieces()) {
      line.pieces.resize(static_cast<std::size_t>(most_source_pieces()));
      line.truncated = true;
    }
    if (line.pieces.empty()) {
      results[i].status = LineStatus::kEmpty;  // the vocabulary's normalisation left nothing of it
    } else {
      encoded.push_back(std::move(line));
    }
  }
  std::ranges::stable_sort(encoded, [](const auto& a, const auto& b) { return a.pieces.size() > b.pieces.size(); });
  return encoded;
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

std::vector<std::vector<Hypothesis>> Translator::search(const std::vector<EncodedLine>& lines, std::size_t begin,
                                                        std::size_t end) {
  std::vector<std::vector<int32_t>> sources;
  std::vector<SentenceTask> tasks;
  for (std::size_t i = begin; i < end; ++i) {
    sources.push_back(lines[i].pieces);
    tasks.push_back(sentence_task(config_, std::ssize(lines[i].pieces), most_positions(),
                                  lines_before_ + lines[i].index, lines[i].prefix));
  }
  auto found = search_models(sources, tasks);
  if (!terminology_) return found;
  std::vector<SearchedSentence> sentences;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    sentences.push_back({lines[begin + i].text, sources[i], tasks[i], std::move(found[i])});
  }
  put_terms_into(sentences, *terminology_, codec_, [this](const auto& of_sources, const auto& with_tasks) {
    return search_models(of_sources, with_tasks);
  });
  for (std::size_t i = 0; i < tasks.size(); ++i) found[i] = std::move(sentences[i].found);
  return found;
}

std::vector<std::vector<Hypothesis>> Translator::search_models(const std::vector<std::vector<int32_t>>& sources,
                                                               const std::vector<SentenceTask>& tasks) {
  return search_translations(models_, sources, tasks, codec_.tokenizers().source->special_ids(), search_options_);
}

Translation Translator::to_translation(const EncodedLine& line, const std::vector<Hypothesis>& hypotheses) {
  Translation result;
  result.source_pieces = line.pieces;
  for (const auto& hypothesis : hypotheses) {
    auto pieces = hypothesis.tokens;
    if (hypothesis.finished) pieces.pop_back();
    result.nbest.push_back({.text = codec_.decode_target(hypothesis.tokens),
                            .score = hypothesis.score,
                            .log_prob = hypothesis.log_prob,
                            .tokens = static_cast<int64_t>(hypothesis.tokens.size()),
                            .pieces = std::move(pieces),
                            .token_log_probs = hypothesis.token_log_probs});
  }
  if (config_.unknown == UnknownWords::kCopy) copy_unknown_words_into(result, line.text);
  const bool empty = result.text().empty();
  result.status = line.truncated                 ? LineStatus::kTruncated
                  : !hypotheses.front().finished ? LineStatus::kUnfinished
                  : empty                        ? LineStatus::kEmpty
                  : line.repaired                ? LineStatus::kRepaired
                                                 : LineStatus::kOk;
  return result;
}

void Translator::copy_unknown_words_into(Translation& translation, const std::string& source) {
  const auto& tokenizers = codec_.tokenizers();
  for (auto& entry : translation.nbest) {
    if (!has_unknown(codec_, entry.pieces)) continue;
    const std::vector<EncodedPair> pair{{translation.source_pieces, entry.pieces}};
    const auto alignments =
        align_pairs(models_.front().model, models_.front().attention, pair, tokenizers.source->special_ids(),
                    tokenizers.target->special_ids(), config_.batch_tokens);
    entry.text = copy_unknown_words(codec_, source, entry.pieces, alignments.front());
  }
}

}  // namespace tfm
