#include "search/beam_search.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <limits>

namespace tfm {
namespace {

using at::Tensor;

constexpr float kImpossible = -std::numeric_limits<float>::infinity();

struct LiveHypothesis {
  std::vector<int32_t> tokens;
  double log_prob = 0.0;
  int64_t parent = 0;  // its hypothesis of the step before
};

// One sentence's beam.
struct Beam {
  int64_t sentence = 0;  // in the caller's order
  int64_t limit = 0;
  std::vector<LiveHypothesis> live{LiveHypothesis{}};
  std::vector<Hypothesis> ended{};  // ranked

  int64_t slots(int64_t beam_size) const { return beam_size - static_cast<int64_t>(ended.size()); }
};

// The best continuations of a beam, best first.
struct Candidates {
  const float* log_probs;
  const int64_t* indices;  // hypothesis * V + token
  int64_t count;
  int64_t vocab_size;
};

// Finished before unfinished, then by score.
bool is_better(const Hypothesis& a, const Hypothesis& b) {
  return a.finished != b.finished ? a.finished : a.score > b.score;
}

// Keeps the ended ones ranked, the best first; the earlier one wins a tie.
void end(Beam& beam, const LiveHypothesis& live, const LengthPenalty& penalty, bool finished) {
  const auto tokens = static_cast<int64_t>(live.tokens.size());
  Hypothesis ended{live.tokens, live.log_prob, live.log_prob / penalty(tokens), finished};
  const auto place = std::ranges::upper_bound(beam.ended, ended, is_better);
  beam.ended.insert(place, std::move(ended));
}

void advance(Beam& beam, const Candidates& candidates, const SearchOptions& options) {
  std::vector<LiveHypothesis> next;
  const int64_t slots = beam.slots(options.beam_size);
  for (int64_t i = 0; i < std::min(slots, candidates.count) && candidates.log_probs[i] != kImpossible; ++i) {
    const int64_t parent = candidates.indices[i] / candidates.vocab_size;
    const auto token = static_cast<int32_t>(candidates.indices[i] % candidates.vocab_size);
    LiveHypothesis grown{beam.live[static_cast<std::size_t>(parent)].tokens, candidates.log_probs[i], parent};
    grown.tokens.push_back(token);
    if (token == options.eos) {
      end(beam, grown, options.length_penalty, /*finished=*/true);
    } else {
      next.push_back(std::move(grown));
    }
  }
  beam.live = std::move(next);
}

// Whether a live hypothesis could still be among the num_best.
bool can_win(const Beam& beam, const SearchOptions& options) {
  if (beam.live.empty()) return false;
  if (static_cast<int64_t>(beam.ended.size()) < options.num_best) return true;
  const double to_beat = beam.ended[static_cast<std::size_t>(options.num_best - 1)].score;
  return beam.live.front().log_prob / options.length_penalty(beam.limit) > to_beat;
}

bool at_limit(const Beam& beam) {
  return !beam.live.empty() && static_cast<int64_t>(beam.live.front().tokens.size()) >= beam.limit;
}

std::vector<Hypothesis> close(Beam& beam, const SearchOptions& options) {
  if (at_limit(beam)) {
    for (const auto& live : beam.live) end(beam, live, options.length_penalty, /*finished=*/false);
  }
  beam.ended.resize(std::min(beam.ended.size(), static_cast<std::size_t>(options.num_best)));
  return std::move(beam.ended);
}

class BeamSearch {
 public:
  BeamSearch(const NextTokenModel& model, const std::vector<int64_t>& limits, const SearchOptions& options)
      : model_(model), options_(options), results_(limits.size()) {
    for (std::size_t i = 0; i < limits.size(); ++i) {
      beams_.push_back({.sentence = static_cast<int64_t>(i), .limit = limits[i]});
    }
  }

  std::vector<std::vector<Hypothesis>> run() {
    for (bool first = true; !beams_.empty(); first = false) {
      grow(first);
      leave_done_sentences();
    }
    return std::move(results_);
  }

 private:
  int64_t width() const { return options_.beam_size; }

  // One row a slot; a slot without a hypothesis repeats the first and can't be chosen.
  template <typename T, typename Value>
  Tensor per_slot(at::ScalarType type, T empty, const Value& value) const {
    auto host = at::empty({static_cast<int64_t>(beams_.size()), width()}, type);
    T* out = host.data_ptr<T>();
    for (const auto& beam : beams_) {
      for (int64_t slot = 0; slot < width(); ++slot) {
        const bool filled = slot < static_cast<int64_t>(beam.live.size());
        *out++ = filled ? static_cast<T>(value(beam.live[static_cast<std::size_t>(slot)])) : empty;
      }
    }
    return host.to(options_.device);
  }

  Tensor last_tokens() const {
    return per_slot<int64_t>(at::kLong, options_.eos, [&](const LiveHypothesis& live) {
      return live.tokens.empty() ? options_.bos : int64_t{live.tokens.back()};
    });
  }
  Tensor live_log_probs() const {
    return per_slot<float>(at::kFloat, kImpossible, [](const LiveHypothesis& live) { return live.log_prob; });
  }

  void forbid(Tensor& log_probs, bool first) const {
    for (const int64_t token : options_.forbidden) log_probs.select(2, token).fill_(kImpossible);
    if (first && options_.forbid_empty) log_probs.select(2, options_.eos).fill_(kImpossible);
  }

  void grow(bool first) {
    if (options_.before_step) options_.before_step();
    auto log_probs = model_.log_probs(last_tokens());  // [N, W, V]
    forbid(log_probs, first);
    const int64_t vocab_size = log_probs.size(2);
    log_probs += live_log_probs().unsqueeze(2);
    const auto [best, indices] = log_probs.flatten(1).topk(std::min(width(), width() * vocab_size), 1);  // [N, W]
    const auto host_best = best.to(at::kCPU).contiguous(), host_indices = indices.to(at::kCPU).contiguous();
    for (std::size_t i = 0; i < beams_.size(); ++i) {
      const int64_t offset = static_cast<int64_t>(i) * width();
      advance(beams_[i],
              {host_best.const_data_ptr<float>() + offset, host_indices.const_data_ptr<int64_t>() + offset, width(),
               vocab_size},
              options_);
    }
  }

  void leave_done_sentences() {
    std::vector<int64_t> rows, sentences;
    std::vector<Beam> going_on;
    for (std::size_t i = 0; i < beams_.size(); ++i) {
      auto& beam = beams_[i];
      if (at_limit(beam) || !can_win(beam, options_)) {
        results_[static_cast<std::size_t>(beam.sentence)] = close(beam, options_);
        continue;
      }
      sentences.push_back(static_cast<int64_t>(i));
      for (int64_t slot = 0; slot < width(); ++slot) {
        const auto& live =
            beam.live[static_cast<std::size_t>(slot < static_cast<int64_t>(beam.live.size()) ? slot : 0)];
        rows.push_back(static_cast<int64_t>(i) * width() + live.parent);
      }
      going_on.push_back(std::move(beam));
    }
    const bool some_left = going_on.size() < beams_.size();
    beams_ = std::move(going_on);
    if (!beams_.empty()) keep_rows(rows, some_left ? at::tensor(sentences, at::kLong).to(options_.device) : Tensor());
  }

  void keep_rows(const std::vector<int64_t>& rows, const Tensor& sentences) const {
    bool moved = sentences.defined();
    for (std::size_t i = 0; i < rows.size(); ++i) moved = moved || rows[i] != static_cast<int64_t>(i);
    if (moved) model_.select(at::tensor(rows, at::kLong).to(options_.device), sentences);
  }

  const NextTokenModel& model_;
  const SearchOptions& options_;
  std::vector<Beam> beams_;  // of the sentences still in the batch
  std::vector<std::vector<Hypothesis>> results_;
};

}  // namespace

std::vector<std::vector<Hypothesis>> beam_search(const NextTokenModel& model, const std::vector<int64_t>& limits,
                                                 const SearchOptions& options) {
  TORCH_CHECK(options.num_best >= 1 && options.num_best <= options.beam_size, "num_best must be 1 to beam_size");
  return BeamSearch(model, limits, options).run();
}

}  // namespace tfm
