// Several --model that translate as one.
#pragma once

#include <string>
#include <vector>

#include "decoding/transformer_steps.h"
#include "library/loaded_model.h"

namespace tfm {

// The first of the folders, and all of them as models that decode. A coverage penalty looks at the attention that
// training guided, or would guide. weights: none (all alike), or one above 0 for each folder. UserError where they are
// not, or where vocabularies differ. Their weights may not have been read yet; see load_to_translate().
struct LoadedEnsemble {
  LoadedModel first;
  std::vector<DecodingModel> models;
};
LoadedEnsemble load_ensemble(const std::vector<std::string>& folders, const std::vector<double>& weights,
                             at::Device device);

}  // namespace tfm
