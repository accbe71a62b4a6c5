#include "training/frozen_parameters.h"

#include <algorithm>
#include <set>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {
namespace {

bool is_in_part(const std::string& name, const std::string& part) {
  return name.starts_with(part) && (name.size() == part.size() || name[part.size()] == '.');
}

// "decoder", "decoder.layers", "decoder.layers.0" and so on, up to the modules that hold parameters.
std::string parts_of(const Transformer& model) {
  std::set<std::string> parts;
  for (const auto& entry : model->named_parameters()) {
    const auto& name = entry.key();
    for (auto dot = name.find('.'); dot != std::string::npos && parts.size() < 100; dot = name.find('.', dot + 1)) {
      if (std::ranges::count(name.substr(0, dot), '.') <= 2) parts.insert(name.substr(0, dot));
    }
  }
  std::string text;
  for (const auto& part : parts) text += concat(text.empty() ? "" : ", ", part);
  return text;
}

}  // namespace

void freeze(Transformer& model, const std::vector<std::string>& parts) {
  bool something_learns = false;
  std::vector<bool> found(parts.size(), false);
  for (auto& entry : model->named_parameters()) {
    bool frozen = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (!is_in_part(entry.key(), parts[i])) continue;
      frozen = found[i] = true;
    }
    entry.value().set_requires_grad(!frozen);
    something_learns = something_learns || !frozen;
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (found[i]) continue;
    throw UserError(
        concat("/training/fine_tuning/frozen: the model has no part \"", parts[i], "\"; it has ", parts_of(model)));
  }
  if (!something_learns) throw UserError("/training/fine_tuning/frozen: nothing is left to train; freeze less");
}

Optimizer::NamedParameters trained_parameters(const Transformer& model) {
  Optimizer::NamedParameters parameters;
  for (const auto& entry : model->named_parameters()) {
    if (entry.value().requires_grad()) parameters.emplace_back(entry.key(), entry.value());
  }
  return parameters;
}

}  // namespace tfm
