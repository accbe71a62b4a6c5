// One sentence pair as the model sees it.
#pragma once

#include <string>
#include <vector>

#include "data/batch.h"
#include "library/loaded_model.h"

namespace tfm {

struct PairOfPieces {
  Batch batch;                                                            // of one row, on the model's device
  std::vector<std::string> source_pieces, target_inputs, target_outputs;  // marks included
};

// UserError when a side is blank or longer than the model's learned positions.
PairOfPieces encode_pair(const LoadedModel& loaded, const std::string& source, const std::string& target);

}  // namespace tfm
