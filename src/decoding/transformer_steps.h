// Searching with the Transformer: the encoder runs once, the decoder a position at a time on its cache.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "decoding/alignment.h"
#include "inference/inference_model.h"
#include "model/transformer.h"
#include "search/hypothesis.h"
#include "search/search_options.h"
#include "search/sentence_task.h"
#include "text/tokenizer.h"

namespace tfm {

// A model that takes part in translating.
struct DecodingModel {
  Transformer model;
  AligningAttention attention;  // which a coverage penalty looks at
  double weight = 1.0;          // among the models of an ensemble; see ensemble.h
  // Its weights as the fast decoder wants them; null: it is searched with as it is.
  std::shared_ptr<const InferenceModel> inference = {};
  // Reads weights that the model hasn't got yet; see LayingOut. Empty: it has all.
  std::function<void(const std::string& prefix)> read = {};

  // Lays its weights out, as they now are, for the fast decoder, where that takes such a model. `gives_up`: the model
  // keeps none of its own then; see LayingOut. Afterwards none is left to be read.
  void take_weights(WeightType type = WeightType::kFloat32, bool gives_up = false);
};
// With the attention that aligns best where training guided none, and without the fast decoder.
DecodingModel plain_decoding_model(Transformer model);
// The same with it.
DecodingModel decoding_model(Transformer model);

// Beam search; sampling where options.sampling says so, constrained search where the tasks have constraints. models: at
// least one, with one vocabulary. sources: piece ids of each sentence, without end mark, none empty.
std::vector<std::vector<Hypothesis>> search_translations(std::vector<DecodingModel>& models,
                                                         const std::vector<std::vector<int32_t>>& sources,
                                                         const std::vector<SentenceTask>& tasks,
                                                         const SpecialIds& source_ids, const SearchOptions& options);

}  // namespace tfm
