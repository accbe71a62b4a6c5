// Something that an output must have, which tokens bring nearer.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tfm {

class OutputConstraint {
 public:
  OutputConstraint() = default;
  OutputConstraint(const OutputConstraint&) = delete;
  OutputConstraint& operator=(const OutputConstraint&) = delete;
  virtual ~OutputConstraint() = default;

  // How many tokens it takes from here; 0: the output may end.
  virtual int64_t missing(std::span<const int32_t> tokens) const = 0;
  // The same with each of `next` behind them.
  virtual std::vector<int64_t> missing_with(std::span<const int32_t> tokens, std::span<const int32_t> next) const = 0;
  // While something is missing, the tokens that leave less, each once; there are some. Else those that go on without
  // the danger that something gets lost again; none where there is no such danger.
  virtual std::vector<int32_t> advancing(std::span<const int32_t> tokens) const = 0;
};

}  // namespace tfm
