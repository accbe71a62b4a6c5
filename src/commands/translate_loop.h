// Reads, translates and writes, chunk by chunk.
#pragma once

#include <functional>
#include <string>

#include "commands/backend.h"
#include "commands/translate_input.h"
#include "commands/translate_options.h"
#include "decoding/translator.h"

namespace tfm {

// Takes whole lines of output, which are safe when it returns.
using LineSink = std::function<void(const std::string& lines)>;

// What translates, besides the translator.
struct TranslatingModel {
  const ModelSetup& setup;
  const DecodingModel& model;  // which says what comes from where
  Backend& backend;
};

// As many lines go to `sink` as come in, in order, but for the first `done` ones, which are there already. Batches are
// the same wherever it begins, so that the lines are equal to the byte. At most 2048 lines (128 at first, then twice
// as many each time), or some MiB of them, are in memory; with options.stream each is answered before the next is read.
void translate_input(const TranslatingModel& model, Translator& translator, const TranslateOptions& options,
                     const TranslateInput& input, const LineSink& sink, int64_t done = 0);

}  // namespace tfm
