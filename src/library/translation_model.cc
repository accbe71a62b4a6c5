#include "library/translation_model.h"

#include <utility>

#include "config/decoding_settings.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/loop_threads.h"
#include "decoding/translator.h"
#include "library/opened_model.h"
#include "text/unicode.h"

namespace tfm {
namespace {

std::vector<std::string> changes_of(const TranslationSettings& settings) {
  std::vector<std::string> changes;
  for (const auto& [key, value] : settings.decoding) changes.push_back(concat(key, "=", value));
  return changes;
}

std::vector<SourceLine> lines_of(const std::vector<std::string>& texts) {
  std::vector<SourceLine> lines;
  for (const auto& text : texts) {
    auto clean = clean_line(text, /*first_line=*/true);
    lines.push_back({std::move(clean.text), clean.replaced_sequences > 0, std::ssize(lines) + 1});
  }
  return lines;
}

// What comes out of here is the header's.
template <typename Work>
auto with_translation_errors(const Work& work) {
  try {
    return work();
  } catch (const UserError& error) {
    throw TranslationError(error.what());
  }
}

}  // namespace

// A call has a translator of its own, a copy of the first, which shares its weights.
struct TranslationModel::Impl {
  Impl(const std::filesystem::path& folder, const TranslationSettings& settings)
      : Impl(open_model(folder), changes_of(settings)) {
    use_own_loop_threads();
  }

  Impl(OpenedModel opened, const std::vector<std::string>& changes)
      : decoding(change_settings(opened.config.decoding, changes)),
        first({{lay_out(opened, decoding.dtype)}}, opened.codec(), decoding) {}

  std::vector<TranslatedText> translate(const std::vector<std::string>& texts) const {
    Translator translator = first;
    std::vector<TranslatedText> results;
    for (const auto& translation : translator.translate(lines_of(texts))) {
      const auto& best = translation.nbest.front();
      results.push_back({best.text, best.score, best.log_prob, best.tokens, name_of(translation.status)});
    }
    return results;
  }

  DecodingConfig decoding;
  Translator first;
};

TranslationModel::TranslationModel(const std::filesystem::path& folder, const TranslationSettings& settings)
    : impl_(with_translation_errors([&] { return std::make_unique<Impl>(folder, settings); })) {}
TranslationModel::TranslationModel(TranslationModel&&) noexcept = default;
TranslationModel& TranslationModel::operator=(TranslationModel&&) noexcept = default;
TranslationModel::~TranslationModel() = default;

std::vector<TranslatedText> TranslationModel::translate(const std::vector<std::string>& texts) const {
  if (!impl_) throw TranslationError("this TranslationModel was moved from, and holds no model any more");
  return with_translation_errors([&] { return impl_->translate(texts); });
}

}  // namespace tfm
