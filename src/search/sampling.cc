#include "search/sampling.h"

#include <ATen/ATen.h>

#include <optional>
#include <span>

#include "core/random.h"
#include "search/best_tokens.h"
#include "search/search_loop.h"

namespace tfm {
namespace {

// What tokens are drawn from, on the host.
struct DrawnFrom {
  at::Tensor log_probs;  // float [N, W, K]
  at::Tensor tokens;     // int64 [N, W, K]; undefined: token k stands at place k
  at::Tensor weights;    // float [N, W, K], of each row in sum about 1
};

DrawnFrom drawn_from(const at::Tensor& log_probs, const SamplingOptions& options) {
  const int64_t vocab_size = log_probs.size(-1);
  const int64_t most = options.top_k > 0 ? std::min(options.top_k, vocab_size) : vocab_size;
  DrawnFrom from{.log_probs = log_probs, .tokens = {}, .weights = {}};
  if (most < vocab_size || options.top_p < 1.0) std::tie(from.log_probs, from.tokens) = log_probs.topk(most, -1);
  from.weights = (from.log_probs / options.temperature).softmax(-1).to(at::kCPU).contiguous();
  from.log_probs = from.log_probs.to(at::kCPU).contiguous();
  if (from.tokens.defined()) from.tokens = from.tokens.to(at::kCPU).contiguous();
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
    const auto from = drawn_from(step.log_probs, sampling_);
    std::vector<std::vector<Candidate>> chosen(step.beams.size());
    for (std::size_t beam = 0; beam < step.beams.size(); ++beam) {
      for (int64_t row = 0; row < std::ssize(step.beams[beam].live); ++row) {
        if (const auto drawn = draw(step, from, beam, row)) chosen[beam].push_back(*drawn);
      }
    }
    return chosen;
  }

  bool is_done(const Beam&) const override { return false; }  // before its limit, when all draws have ended
  bool ranks_before(const EndedHypothesis& a, const EndedHypothesis& b) const override { return a.draw < b.draw; }

 private:
  std::optional<Candidate> draw(const SearchStep& step, const DrawnFrom& from, std::size_t beam, int64_t row) const {
    const int64_t count = from.weights.size(2);
    const int64_t begin = (static_cast<int64_t>(beam) * width_ + row) * count;
    const std::span weights(from.weights.const_data_ptr<float>() + begin, static_cast<std::size_t>(count));
    const auto& live = step.beams[beam].live[static_cast<std::size_t>(row)];
    const double number = random_number(sampling_, step.beams[beam].task, live);
    const auto place = place_of(nucleus(weights, sampling_.top_p), number);
    if (!place) return std::nullopt;
    const int64_t token = from.tokens.defined() ? from.tokens.const_data_ptr<int64_t>()[begin + *place] : *place;
    return candidate_of(step, beam, row, token, from.log_probs.const_data_ptr<float>()[begin + *place]);
  }

  int64_t width_;
  const SamplingOptions& sampling_;
};

}  // namespace

std::vector<std::vector<Hypothesis>> sample(const NextTokenModel& model, const std::vector<SentenceTask>& tasks,
                                            const SearchOptions& options) {
  TORCH_CHECK(options.num_best >= 1 && options.sampling, "sampling wants its options and at least one draw");
  TORCH_CHECK(options.sampling->temperature > 0.0 && options.sampling->top_p > 0.0, "nothing could be drawn");
  return run_search(model, tasks, options, SamplingStrategy(options));
}

}  // namespace tfm
