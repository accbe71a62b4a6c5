#include "decoding/ensemble.h"

#include <ATen/ATen.h>

#include <cmath>
#include <numeric>

namespace tfm {
namespace {

std::vector<double> shares_of(const std::vector<double>& weights) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<double> shares;
  for (const double weight : weights) shares.push_back(weight / total);
  return shares;
}

at::Tensor log_of_mean(const std::vector<NextTokenModel>& models, const std::vector<double>& shares,
                       const at::Tensor& last_tokens) {
  std::vector<at::Tensor> weighted;
  for (std::size_t i = 0; i < models.size(); ++i) {
    weighted.push_back(models[i].log_probs(last_tokens).add_(std::log(shares[i])));
  }
  return at::logsumexp(at::stack(weighted), 0);
}

at::Tensor mean_attention(const std::vector<NextTokenModel>& models, const std::vector<double>& shares) {
  auto mean = models.front().attention() * shares.front();
  for (std::size_t i = 1; i < models.size(); ++i) mean = mean + models[i].attention() * shares[i];
  return mean;
}

}  // namespace

NextTokenModel mean_of(std::vector<NextTokenModel> models, const std::vector<double>& weights) {
  TORCH_CHECK(!models.empty() && models.size() == weights.size(), "a weight for each model");
  if (models.size() == 1) return models.front();
  const auto shares = shares_of(weights);
  return {.log_probs = [models, shares](const at::Tensor& last) { return log_of_mean(models, shares, last); },
          .select =
              [models](const at::Tensor& rows, const at::Tensor& sentences) {
                for (const auto& model : models) model.select(rows, sentences);
              },
          .attention = [models, shares] { return mean_attention(models, shares); }};
}

}  // namespace tfm
