#include "formats/jsonl_pairs.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/concat.h"
#include "core/error.h"
#include "formats/record_lines.h"
#include "formats/segment_text.h"

namespace tfm {
namespace {

using Json = nlohmann::json;

// Where one side stands: the first of some places that the object has.
class Side {
 public:
  Side(const std::optional<std::string>& key, const std::string& language, const std::filesystem::path& file)
      : name_(key.value_or(language)) {
    if (key) {
      places_ = {key->starts_with('/') ? pointer(*key, file) : Json::json_pointer() / *key};
      return;
    }
    const std::string primary = language.substr(0, language.find_first_of("-_"));
    for (const std::string& tag : {language, primary}) {
      places_.push_back(Json::json_pointer() / tag);
      places_.push_back(Json::json_pointer() / "translation" / tag);
    }
  }

  // Empty where all is well.
  std::string read(const Json& object, CleanLine& line) const {
    const Json* value = find(object);
    if (value == nullptr) return concat("no \"", name_, "\"");
    if (!value->is_string()) return concat("\"", name_, "\" is no string");
    line = clean_segment(value->get_ref<const std::string&>());
    return "";
  }

 private:
  const Json* find(const Json& object) const {
    try {
      const auto place = std::ranges::find_if(places_, [&](const auto& pointer) { return object.contains(pointer); });
      return place == places_.end() ? nullptr : &object.at(*place);
    } catch (const Json::exception&) {  // an index past any list
      return nullptr;
    }
  }

  static Json::json_pointer pointer(const std::string& key, const std::filesystem::path& file) {
    try {
      return Json::json_pointer(key);
    } catch (const Json::exception&) {
      throw UserError(concat(file.string(), ": \"", key, "\" is no JSON pointer; in one, ~ is written ~0"));
    }
  }

  std::string name_;
  std::vector<Json::json_pointer> places_;
};

class JsonlPairReader : public LinePairReader {
 public:
  JsonlPairReader(const CorpusConfig& corpus, const LanguagePair& languages)
      : LinePairReader(corpus),
        source_(corpus.source_key, languages.source, *corpus.file),
        target_(corpus.target_key, languages.target, *corpus.file) {}

  std::optional<CleanPair> next() override {
    const auto line = lines_.next_raw();
    if (!line) return std::nullopt;
    CleanPair pair = pair_of(*line);
    const Json object = Json::parse(mark_ill_formed(line->text), nullptr, /*allow_exceptions=*/false);
    if (line->text.find_first_not_of(" \t") == std::string_view::npos) {
      pair.defect = "an empty line";
    } else if (object.is_discarded()) {
      pair.defect = "not JSON";
    } else if (!object.is_object()) {
      pair.defect = "no JSON object";
    } else {
      pair.defect = source_.read(object, pair.source);
      if (pair.defect.empty()) pair.defect = target_.read(object, pair.target);
    }
    copy_marks(*line, pair);
    return pair;
  }

 private:
  Side source_, target_;
};

}  // namespace

std::unique_ptr<PairReader> open_jsonl_pairs(const CorpusConfig& corpus, const LanguagePair& languages) {
  return std::make_unique<JsonlPairReader>(corpus, languages);
}

}  // namespace tfm
