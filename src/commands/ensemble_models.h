// Several --model that translate as one.
#pragma once

#include <string>
#include <vector>

#include "library/opened_model.h"

namespace tfm {

// The models of the folders and their weights among each other. weights: none (all alike), or one above 0 for each
// folder. UserError where they are not, or where vocabularies differ.
struct OpenedEnsemble {
  std::vector<OpenedModel> models;  // at least one
  std::vector<double> weights;      // of each
};
OpenedEnsemble open_ensemble(const std::vector<std::string>& folders, const std::vector<double>& weights);

}  // namespace tfm
