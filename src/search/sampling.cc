#include "search/sampling.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>

#include "core/check.h"
#include "core/random.h"
#include "search/best_tokens.h"
#include "search/search_loop.h"

namespace tfm {
namespace {

// What a row's token is drawn from.
struct DrawnFrom {
  std::vector<int64_t> tokens = {};  // the most probable ones, best first; none: token k stands at place k
  std::vector<float> weights = {};   // in sum about 1

  int64_t token_at(int64_t place) const { return tokens.empty() ? place : tokens[static_cast<std::size_t>(place)]; }
};

// The `count` most probable tokens, best first; of equals, the one that stands first.
std::vector<int64_t> most_probable(std::span<const float> log_probs, int64_t count) {
  std::vector<int64_t> tokens(log_probs.size());
  std::iota(tokens.begin(), tokens.end(), 0);
  const auto is_before = [&](int64_t a, int64_t b) {
    const float x = log_probs[static_cast<std::size_t>(a)], y = log_probs[static_cast<std::size_t>(b)];
    return x != y ? x > y : a < b;
  };
  std::partial_sort(tokens.begin(), tokens.begin() + count, tokens.end(), is_before);
  tokens.resize(static_cast<std::size_t>(count));
  return tokens;
}

// softmax(log_probs / temperature)
DrawnFrom drawn_from(std::span<const float> log_probs, const SamplingOptions& options) {
  const auto vocab_size = std::ssize(log_probs);
  const int64_t most = options.top_k > 0 ? std::min<int64_t>(options.top_k, vocab_size) : vocab_size;
  DrawnFrom from;
  // NaN has no place in an order.
  const bool is_cut = most < vocab_size || options.top_p < 1.0;
  if (is_cut && std::ranges::none_of(log_probs, [](float x) { return std::isnan(x); })) {
    from.tokens = most_probable(log_probs, most);
  }
  const auto places = from.tokens.empty() ? log_probs.size() : from.tokens.size();
  const auto log_prob_at = [&](std::size_t place) {
    return log_probs[static_cast<std::size_t>(from.token_at(static_cast<int64_t>(place)))];
  };
  float greatest = -std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < places; ++i) greatest = std::max(greatest, log_prob_at(i));
  double total = 0.0;
  for (std::size_t i = 0; i < places; ++i) {
    const double weight = std::exp((double{log_prob_at(i)} - greatest) / options.temperature);
    from.weights.push_back(static_cast<float>(weight));
    total += weight;
  }
  for (float& weight : from.weights) weight = static_cast<float>(weight / total);
  return from;
}

double sum(std::span<const float> weights) {
  double total = 0.0;
  for (const float weight : weights) total += weight;
  return total;
}

// The fewest of the weights, from the first on, that together have top_p of all; at least one.
std::span<const float> nucleus(std::span<const float> weights, double top_p) {
  if (top_p >= 1.0) return weights;
  const double wanted = top_p * sum(weights);
  double total = 0.0;
  std::size_t count = 0;
  while (count < weights.size() && total < wanted) total += weights[count++];
  return weights.first(count);
}

// The place at which the sum of the weights passes `number`, in [0, 1), of the whole; none where all are 0 or NaN.
std::optional<int64_t> place_of(std::span<const float> weights, double number) {
  const double wanted = number * sum(weights);
  std::optional<int64_t> place;
  double total = 0.0;
  for (std::size_t i = 0; i < weights.size() && (!place || total <= wanted); ++i) {
    total += weights[i];
    if (weights[i] > 0.0F) place = static_cast<int64_t>(i);
  }
  return place;
}

double random_number(const SamplingOptions& options, const SentenceTask& task, const LiveHypothesis& live) {
  const auto draw = static_cast<uint64_t>(live.draw), place = static_cast<uint64_t>(live.tokens.size());
  return RandomStream(stream_key(options.seed, "sampling", {task.number, draw, place})).uniform();
}

class SamplingStrategy : public SearchStrategy {
 public:
  explicit SamplingStrategy(const SearchOptions& options) : width_(options.num_best), sampling_(*options.sampling) {}

  int64_t width() const override { return width_; }

  std::vector<LiveHypothesis> start() const override {
    std::vector<LiveHypothesis> draws(static_cast<std::size_t>(width_));
    for (int64_t i = 0; i < width_; ++i) draws[static_cast<std::size_t>(i)].draw = i;
    return draws;
  }

  std::vector<std::vector<Candidate>> choose(const SearchStep& step) const override {
    std::vector<std::vector<Candidate>> chosen(step.beams.size());
    for (std::size_t beam = 0; beam < step.beams.size(); ++beam) {
      for (int64_t row = 0; row < std::ssize(step.beams[beam].live); ++row) {
        if (const auto drawn = draw(step, beam, row)) chosen[beam].push_back(*drawn);
      }
    }
    return chosen;
  }

  bool is_done(const Beam&) const override { return false; }  // before its limit, when all draws have ended
  bool ranks_before(const EndedHypothesis& a, const EndedHypothesis& b) const override { return a.draw < b.draw; }

 private:
  std::optional<Candidate> draw(const SearchStep& step, std::size_t beam, int64_t row) const {
    const auto log_probs = step.log_probs_of(beam, row);
    const auto from = drawn_from(log_probs, sampling_);
    const auto& live = step.beams[beam].live[static_cast<std::size_t>(row)];
    const double number = random_number(sampling_, step.beams[beam].task, live);
    const auto place = place_of(nucleus(from.weights, sampling_.top_p), number);
    if (!place) return std::nullopt;
    const int64_t token = from.token_at(*place);
    return candidate_of(step, beam, row, token, log_probs[static_cast<std::size_t>(token)]);
  }

  int64_t width_;
  const SamplingOptions& sampling_;
};

}  // namespace

std::vector<std::vector<Hypothesis>> sample(const NextTokenModel& model, const std::vector<SentenceTask>& tasks,
                                            const SearchOptions& options) {
  check(options.num_best >= 1 && options.sampling, "sampling wants its options and at least one draw");
  check(options.sampling->temperature > 0.0 && options.sampling->top_p > 0.0, "nothing could be drawn");
  return run_search(model, tasks, options, SamplingStrategy(options));
}

}  // namespace tfm
