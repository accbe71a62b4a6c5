#include "weights/weights_file.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/nn/modules/linear.h>

#include <algorithm>

#include "../file_testing.h"
#include "checkpoint/reduced_weights.h"
#include "checkpoint/weights.h"
#include "core/error.h"
#include "core/files.h"

namespace tfm {
namespace {

constexpr const char* kVocabulary = "a vocabulary";

// Two maps, "first" and "second".
struct TwoMaps : torch::nn::Module {
  TwoMaps() {
    first = register_module("first", torch::nn::Linear(6, 5));
    second = register_module("second", torch::nn::Linear(5, 40'000));  // large enough for pages of its own
  }
  torch::nn::Linear first{nullptr}, second{nullptr};
};

std::string complaint_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

class WeightsFileTest : public ::testing::Test {
 protected:
  WeightsFileTest() {
    at::manual_seed(3);
    written_ = TwoMaps();
  }

  void save(WeightType type = WeightType::kFloat32) const {
    save_weights(file_, reduced_weights(named_weights(written_), type), kVocabulary);
  }

  ScratchFolder folder_;
  std::filesystem::path file_ = folder_.path() / "model.safetensors";
  TwoMaps written_, model_;
};

TEST_F(WeightsFileTest, GivesWhatWasWrittenWithinWhatRoundingTakes) {
  for (const auto& [type, tolerance] : {std::pair(WeightType::kFloat32, 0.0), std::pair(WeightType::kBfloat16, 0.01),
                                        std::pair(WeightType::kInt8, 0.01)}) {
    save(type);
    TwoMaps model;
    WeightsFile file(file_, kVocabulary);
    read_weights(model, file);
    EXPECT_TRUE(model.first->weight.allclose(written_.first->weight, tolerance, tolerance));
    EXPECT_TRUE(model.first->bias.equal(written_.first->bias));
    EXPECT_TRUE(model.second->weight.allclose(written_.second->weight, tolerance, tolerance));
  }
}

// A matrix in a type that float32 was never reduced to.
TEST_F(WeightsFileTest, OtherTypesAreNotTakenForWeights) {
  auto weights = named_weights(written_);
  weights.front().second = weights.front().second.to(at::kDouble);
  save_weights(file_, weights, kVocabulary);
  WeightsFile file(file_, kVocabulary);
  const auto complaint = complaint_of([&] { file.read(weights.front().first); });
  EXPECT_NE(complaint.find("is of type F64, which tfm never writes"), std::string::npos) << complaint;
}

TEST_F(WeightsFileTest, DamageIsToldWhenItIsMet) {
  save();
  auto bytes = read_file(file_);
  bytes[bytes.size() - 100] = static_cast<char>(bytes[bytes.size() - 100] ^ 1);  // of the second map
  put_file(file_, bytes);
  WeightsFile file(file_, kVocabulary);
  file.read("first.weight");
  const auto complaint = complaint_of([&] { read_weights(model_, file); });
  EXPECT_NE(complaint.find("is damaged: the weight second."), std::string::npos) << complaint;
}

// A single flipped bit can change a name: an integer without its scale would be a number all the same.
TEST_F(WeightsFileTest, ScalesThatAreNotThereAreMissed) {
  const auto all = reduced_weights(named_weights(written_), WeightType::kInt8);
  const auto complaint = [&](const NamedTensors& stored) {
    save_weights(file_, stored, kVocabulary);
    return complaint_of([&] {
      WeightsFile file(file_, kVocabulary);
      read_weights(model_, file);
    });
  };
  EXPECT_EQ(complaint(all), "");
  auto renamed = all;
  const auto scales = std::ranges::find(renamed, "second.weight.scales", &NamedTensors::value_type::first);
  ASSERT_NE(scales, renamed.end());
  scales->first = "secqnd.weight.scales";
  EXPECT_NE(complaint(renamed).find("secqnd.weight.scales is not part of the model"), std::string::npos);
  renamed.erase(scales);
  EXPECT_NE(complaint(renamed).find("second.weight and its scales don't belong together"), std::string::npos);

  save_weights(file_, all, kVocabulary);
  auto bytes = read_file(file_);
  const std::string name = "\"second.weight.scales\"";
  const auto place = bytes.find(name);
  ASSERT_NE(place, std::string::npos);
  bytes[place + 4] = static_cast<char>(bytes[place + 4] ^ 2);
  put_file(file_, bytes);
  const auto told = complaint_of([&] { WeightsFile(file_, kVocabulary); });
  EXPECT_NE(told.find("second.weight.scales, whose checksum it has, isn't there"), std::string::npos) << told;
}

TEST_F(WeightsFileTest, WhatDoesNotFitIsToldBeforeAnythingIsRead) {
  const auto complaint = [&](const NamedTensors& weights) {
    save_weights(file_, weights, kVocabulary);
    return complaint_of([&] {
      WeightsFile file(file_, kVocabulary);
      read_weights(model_, file);
    });
  };
  auto weights = named_weights(written_);
  EXPECT_EQ(complaint(weights), "");
  weights.emplace_back("third", at::zeros({2}));
  EXPECT_NE(complaint(weights).find("the weight third is not part of the model"), std::string::npos);
  weights.pop_back();
  weights.front().second = at::zeros({5, 7});
  EXPECT_NE(complaint(weights).find("is [5, 7], not [5, 6]"), std::string::npos) << complaint(weights);
  weights.erase(weights.begin());
  EXPECT_NE(complaint(weights).find("the weight first.weight is missing"), std::string::npos);
  EXPECT_NE(complaint_of([&] { WeightsFile(file_, "another"); }).find("another vocabulary"), std::string::npos);
}

}  // namespace
}  // namespace tfm
