// Translating from another program: a model that tfm has trained, and texts.
//
//   tfm::TranslationModel model("runs/demo/best");
//   for (const auto& translation : model.translate({"Good morning.", "Where is the station?"})) use(translation.text);
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#if defined(__GNUC__)
#define TFM_EXPORT __attribute__((visibility("default")))
#else
#define TFM_EXPORT
#endif

namespace tfm {

// What goes wrong, as the program tfm says it: what, where, what to do.
class TFM_EXPORT TranslationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct TranslatedText {
  std::string text;
  double score = 0.0;       // log_prob with the length penalty
  double log_prob = 0.0;    // of all tokens, end mark included
  std::int64_t tokens = 0;  // end mark included
  std::string status;       // "ok", "blank", "split", ...: those of `tfm translate --format jsonl`
};

struct TranslationSettings {
  // Keys of the config's section "decoding" instead of the model's own, such as {{"beam_size", "1"}, {"dtype",
  // "int8"}}.
  std::map<std::string, std::string> decoding;
};

// May be asked by several threads at once. A call works on one thread for each usable processor, or OMP_NUM_THREADS, if
// no other call has them; else on its own alone.
class TFM_EXPORT TranslationModel {
 public:
  // `folder`: what tfm's --model takes: a run, a checkpoint in it, or a model folder. TranslationError where it holds
  // no model, or a setting is none.
  explicit TranslationModel(const std::filesystem::path& folder, const TranslationSettings& settings = {});
  TranslationModel(TranslationModel&&) noexcept;
  TranslationModel& operator=(TranslationModel&&) noexcept;
  ~TranslationModel();

  // One translation for each text (UTF-8), in order. A text is a line: line breaks in it count as blanks. Invalid bytes
  // become U+FFFD. TranslationError where memory doesn't suffice for one text alone, or the model was moved from.
  std::vector<TranslatedText> translate(const std::vector<std::string>& texts) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tfm
