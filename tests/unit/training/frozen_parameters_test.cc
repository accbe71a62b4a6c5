#include "training/frozen_parameters.h"

#include <gtest/gtest.h>

#include "../model/small_model.h"
#include "core/error.h"

namespace tfm {
namespace {

std::string refusal(const std::vector<std::string>& parts) {
  auto model = testing::small_model();
  try {
    freeze(model, parts);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(Freeze, TakesPartsByTheBeginningOfTheirNames) {
  auto model = testing::small_model();
  freeze(model, {"encoder", "decoder.layers.1", "embedding.weight"});
  for (const auto& entry : model->named_parameters()) {
    const bool frozen = entry.key().starts_with("encoder.") || entry.key().starts_with("decoder.layers.1.") ||
                        entry.key() == "embedding.weight";
    EXPECT_EQ(entry.value().requires_grad(), !frozen) << entry.key();
  }
}

TEST(Freeze, RefusesWhatIsNoPart) {
  for (const char* part : {"encode", "decoder.layers.2", "decoder.layers.1.", "encoder.layers.0.self"}) {
    const auto text = refusal({part});
    EXPECT_NE(text.find("the model has no part \"" + std::string(part) + "\""), std::string::npos) << text;
    EXPECT_NE(text.find("decoder.layers.1"), std::string::npos) << text;
  }
}

TEST(Freeze, RefusesToLeaveNothing) {
  EXPECT_NE(refusal({"encoder", "decoder", "embedding"}).find("nothing is left to train"), std::string::npos);
}

}  // namespace
}  // namespace tfm
