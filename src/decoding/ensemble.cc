#include "decoding/ensemble.h"

#include <cmath>
#include <memory>
#include <numeric>

#include "core/check.h"
#include "core/loop_threads.h"
#include "kernels/vocabulary_rows.h"

namespace tfm {
namespace {

class Ensemble {
 public:
  Ensemble(std::vector<NextTokenModel> models, const std::vector<double>& weights) : models_(std::move(models)) {
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (const double weight : weights) {
      shares_.push_back(weight / total);
      log_shares_.push_back(static_cast<float>(std::log(weight / total)));
    }
  }

  int64_t vocab_size() const { return models_.front().vocab_size; }

  void log_probs(const LastTokens& last, float* to) {
    const int64_t columns = vocab_size();
    of_models_.resize(models_.size());
    for (std::size_t i = 0; i < models_.size(); ++i) {
      of_models_[i].resize(last.tokens.size() * static_cast<std::size_t>(columns));
      models_[i].log_probs(last, of_models_[i].data());
    }
    parallel_loop(0, std::ssize(last.tokens), /*grain=*/4, [&](int64_t first, int64_t end) {
      std::vector<const float*> rows(models_.size());
      for (int64_t row = first; row < end; ++row) {
        for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = of_models_[i].data() + row * columns;
        log_of_mean(rows, log_shares_, columns, to + row * columns);
      }
    });
  }

  void select(std::span<const int64_t> rows, std::span<const int64_t> sentences) const {
    for (const auto& model : models_) model.select(rows, sentences);
  }

  SourceWeights attention() const {
    SourceWeights mean;
    for (std::size_t i = 0; i < models_.size(); ++i) {
      const auto of_model = models_[i].attention();
      mean.places = of_model.places;
      mean.weights.resize(of_model.weights.size());
      for (std::size_t k = 0; k < mean.weights.size(); ++k) {
        mean.weights[k] += static_cast<float>(shares_[i]) * of_model.weights[k];
      }
    }
    return mean;
  }

 private:
  std::vector<NextTokenModel> models_;
  std::vector<double> shares_;
  std::vector<float> log_shares_;
  std::vector<std::vector<float>> of_models_;  // each model's log-probabilities, [rows, V]
};

}  // namespace

NextTokenModel mean_of(std::vector<NextTokenModel> models, const std::vector<double>& weights) {
  check(!models.empty() && models.size() == weights.size(), "a weight for each model");
  if (models.size() == 1) return models.front();
  const auto all = std::make_shared<Ensemble>(std::move(models), weights);
  return {.vocab_size = all->vocab_size(),
          .log_probs = [all](const LastTokens& last, float* to) { all->log_probs(last, to); },
          .select = [all](auto rows, auto sentences) { all->select(rows, sentences); },
          .attention = [all] { return all->attention(); }};
}

}  // namespace tfm
