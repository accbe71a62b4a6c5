#include "training/window_gradient.h"

#include <ATen/Parallel.h>
#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "data/largest_batch.h"
#include "small_run.h"

namespace tfm {
namespace {

using testing::quick_training;
using testing::SmallRun;

// While it lives, no tensor of more than so many bytes can be had, as when memory runs out.
class ScarceMemory : public c10::Allocator {
 public:
  explicit ScarceMemory(std::size_t most_bytes) : real_(c10::GetCPUAllocator()), most_bytes_(most_bytes) {
    c10::SetCPUAllocator(this, kPriority);
  }
  ~ScarceMemory() override { c10::SetCPUAllocator(real_, kPriority); }
  c10::DataPtr allocate(std::size_t bytes) override {
    // The words of LibTorch's own allocator.
    TORCH_CHECK(bytes <= most_bytes_, "DefaultCPUAllocator: can't allocate memory: you tried to allocate ", bytes,
                " bytes.");
    return real_->allocate(bytes);
  }
  c10::DeleterFnPtr raw_deleter() const override { return real_->raw_deleter(); }
  void copy_data(void* to, const void* from, std::size_t count) const override { default_copy_data(to, from, count); }

 private:
  static constexpr uint8_t kPriority = 100;
  c10::Allocator* real_;
  std::size_t most_bytes_;
};

class WindowGradientTest : public ::testing::Test {
 protected:
  static TrainingConfig config() {
    auto config = quick_training();
    config.batch_tokens = 400;
    return config;
  }

  Window window(int64_t batches) {
    BatchIterator iterator(run_.corpus(), options());
    Window window;
    for (int64_t i = 0; i < batches; ++i) {
      const auto position = iterator.position();
      window.parts.push_back({position, iterator.next()});
      window.tokens += window.parts.back().batch.num_target_tokens;
    }
    return window;
  }

  BatchIteratorOptions options() {
    return {.batch_tokens = 400,
            .source_ids = run_.tokenizers().source->special_ids(),
            .target_ids = run_.tokenizers().target->special_ids()};
  }

  at::Tensor gradient() {
    std::vector<at::Tensor> gradients;
    for (const auto& parameter : run_.model()->parameters()) {
      gradients.push_back(parameter.grad().flatten().clone());
      parameter.mutable_grad() = at::Tensor();
    }
    return at::cat(gradients);
  }

  SmallRun run_{config()};
};

double relative_distance(const at::Tensor& one, const at::Tensor& other) {
  return ((one - other).norm() / one.norm()).item<double>();
}

// With dropout: each element is dropped in a part as it is in the whole.
TEST_F(WindowGradientTest, IsTheSameToRoundingWhenMemoryRunsOut) {
  const auto batches = window(2);
  WindowGradient computer(run_.model(), config());
  const double loss = computer.compute(batches, 1.0).tokens;
  const auto whole = gradient();
  for (const std::size_t most_bytes : {20000, 8000}) {
    SCOPED_TRACE(most_bytes);
    WindowGradient in_parts(run_.model(), config());
    in_parts.compute(batches, 1.0);  // tables that are computed once are there
    gradient();
    double loss_in_parts = 0.0;
    {
      const ScarceMemory scarce(most_bytes);
      loss_in_parts = in_parts.compute(batches, 1.0).tokens;
    }
    EXPECT_NEAR(loss_in_parts, loss, 1e-5 * loss);
    const auto split = gradient();
    EXPECT_FALSE(split.equal(whole)) << "nothing was split: the test tests nothing";
    EXPECT_LT(relative_distance(whole, split), 1e-5);
  }
}

// Computes on so many threads while it lives.
class Threads {
 public:
  explicit Threads(int count) : before_(at::get_num_threads()) { at::set_num_threads(count); }
  ~Threads() { at::set_num_threads(before_); }

 private:
  int before_;
};

// Each thread has rows of its own, and drops in them what the whole batch would lose. The batch is larger than others
// here, since a small one isn't shared out.
TEST_F(WindowGradientTest, OfSeveralWorkersIsThatOfOneToRounding) {
  auto dropping = config();
  dropping.batch_tokens = 2000;
  SmallRun run(dropping);
  BatchIterator iterator(run.corpus(), {.batch_tokens = 2000,
                                        .source_ids = run.tokenizers().source->special_ids(),
                                        .target_ids = run.tokenizers().target->special_ids()});
  Window window;
  const auto position = iterator.position();
  window.parts.push_back({position, iterator.next()});
  window.tokens = window.parts[0].batch.num_target_tokens;
  ASSERT_GT(window.tokens, 300) << "too small to be shared out";
  const auto computed_by = [&](int workers) {
    const Threads threads(workers);
    WindowGradient computer(run.model(), dropping);
    const double loss = computer.compute(window, 1.0).tokens;
    std::vector<at::Tensor> gradients{at::full({1}, loss)};
    for (const auto& parameter : run.model()->parameters()) {
      gradients.push_back(parameter.grad().flatten().clone());
      parameter.mutable_grad() = at::Tensor();
    }
    return at::cat(gradients);
  };
  const auto one = computed_by(1), two = computed_by(2), three = computed_by(3);
  EXPECT_FALSE(one.equal(two)) << "nothing was shared out: the test tests nothing";
  EXPECT_LT(relative_distance(one, two), 1e-5);
  EXPECT_LT(relative_distance(one, three), 1e-5);
  EXPECT_TRUE(two.equal(computed_by(2)));  // to the last bit, whichever is ready first
}

TEST_F(WindowGradientTest, AFailureForASingleRowIsNotRiddenOut) {
  WindowGradient computer(run_.model(), config());
  const auto batch = largest_batch(run_.corpus(), options());
  const ScarceMemory scarce(600);
  EXPECT_THROW(computer.try_out(batch), UserError);
}

TEST_F(WindowGradientTest, OtherErrorsAreThrownOn) {
  auto batches = window(1);
  batches.parts[0].batch.source.fill_(1000000);  // no such piece
  WindowGradient computer(run_.model(), config());
  EXPECT_ANY_THROW(computer.compute(batches, 1.0));
}

TEST_F(WindowGradientTest, TryingOutLeavesNoGradient) {
  WindowGradient computer(run_.model(), config());
  computer.try_out(largest_batch(run_.corpus(), options()));
  for (const auto& parameter : run_.model()->parameters()) EXPECT_FALSE(parameter.grad().defined());
}

TEST_F(WindowGradientTest, OfSixteenBitsIsCloseToThatOfFloat32) {
  const auto batches = window(2);
  WindowGradient computer(run_.model(), config());
  const double loss = computer.compute(batches, 1.0).tokens;
  const auto expected = gradient();
  for (const auto& [precision, tolerance] : {std::pair{Precision::kBfloat16, 0.04}, {Precision::kFloat16, 0.01}}) {
    auto narrow = config();
    narrow.precision = precision;
    WindowGradient narrow_computer(run_.model(), narrow);
    EXPECT_NEAR(narrow_computer.compute(batches, 1024.0).tokens, loss, tolerance * loss);
    EXPECT_LT(relative_distance(expected, gradient()), tolerance);
  }
}

TEST_F(WindowGradientTest, TheLossScaleIsDividedOut) {
  auto narrow = config();
  narrow.precision = Precision::kFloat16;
  const auto batches = window(1);
  WindowGradient computer(run_.model(), narrow);
  computer.compute(batches, 1.0);
  const auto unscaled = gradient();
  computer.compute(batches, 1024.0);
  EXPECT_LT(relative_distance(unscaled, gradient()), 0.005);
  computer.compute(batches, 1e9);  // beyond what float16 can hold
  EXPECT_FALSE(gradient().isfinite().all().item<bool>());
}

TEST_F(WindowGradientTest, FrozenParametersGetNone) {
  run_.model()->target_embedding->weight.set_requires_grad(false);
  for (const auto precision : {Precision::kFloat32, Precision::kBfloat16}) {
    auto frozen = config();
    frozen.precision = precision;
    WindowGradient computer(run_.model(), frozen);
    computer.compute(window(1), 1.0);
    for (const auto& entry : run_.model()->named_parameters()) {
      EXPECT_EQ(entry.value().grad().defined(), entry.value().requires_grad()) << entry.key();
    }
  }
}

TEST_F(WindowGradientTest, TheLargestBatchIsAtLeastAsLargeAsAny) {
  const auto largest = largest_batch(run_.corpus(), options());
  BatchIterator iterator(run_.corpus(), options());
  while (iterator.position().epoch == 0) {
    const auto batch = iterator.next();
    EXPECT_LE(batch.source.size(1), largest.source.size(1));
    EXPECT_LE(batch.target_input.size(1), largest.target_input.size(1));
    EXPECT_LE(batch.target_input.numel(), 400);
  }
  EXPECT_LE(largest.target_input.numel(), 400);
  EXPECT_GT(largest.target_input.numel(), 400 - largest.target_input.size(1));
}

}  // namespace
}  // namespace tfm
