#include "formats/tmx_pairs.h"

#include <algorithm>
#include <array>

#include "core/concat.h"
#include "formats/segment_text.h"
#include "formats/xml_pairs.h"
#include "text/language_tag.h"

namespace tfm {
namespace {

bool is_code(std::string_view element) {
  constexpr std::array<std::string_view, 5> kCodes{"bpt", "ept", "ph", "it", "ut"};
  return std::ranges::find(kCodes, element) != kCodes.end();
}

// The best variant so far.
struct Variant {
  int match = 0;  // of the languages; 0: none yet
  std::string text;
  bool is_too_long = false;
};

class TmxPairReader : public XmlPairReader {
 public:
  TmxPairReader(const CorpusConfig& corpus, LanguagePair languages)
      : XmlPairReader(corpus, "tmx", "TMX"), languages_(std::move(languages)) {}

 private:
  void begin_element(std::string_view element, const XmlAttributes& attributes) override {
    if (segment_.is_open()) {
      segment_.begin_element(is_code(element));
    } else if (element == "tu") {
      source_ = target_ = Variant();
      line_ = line();
    } else if (element == "tuv") {
      auto language = attributes.find("xml:lang");
      if (!language) language = attributes.find("lang");
      source_match_ = language_match(languages_.source, language.value_or(""));
      target_match_ = language_match(languages_.target, language.value_or(""));
    } else if (element == "seg") {
      segment_.open();
    }
  }

  void end_element(std::string_view element) override {
    if (element == "seg") {
      segment_.close();
      keep_better(source_, source_match_);
      keep_better(target_, target_match_);
    } else if (segment_.is_open()) {
      segment_.end_element();
    } else if (element == "tuv") {
      source_match_ = target_match_ = 0;
    } else if (element == "tu") {
      add(pair());
    }
  }

  void add_text(std::string_view text) override { segment_.add(text); }

  void keep_better(Variant& best, int match) const {
    if (match > best.match) best = {match, segment_.text(), segment_.is_too_long()};
  }

  CleanPair pair() const {
    CleanPair pair;
    pair.line = line_;
    for (const auto& [variant, language] : {std::pair{&source_, languages_.source}, {&target_, languages_.target}}) {
      if (!pair.defect.empty()) break;
      if (variant->match == 0) pair.defect = concat("no ", language);
      if (variant->is_too_long) pair.defect = "a segment longer than 1 MiB";
    }
    if (!pair.defect.empty()) return pair;
    pair.source = clean_segment(source_.text);
    pair.target = clean_segment(target_.text);
    return pair;
  }

  LanguagePair languages_;
  SegmentText segment_;
  Variant source_, target_;
  int source_match_ = 0, target_match_ = 0;  // of the <tuv> that is being read
  int64_t line_ = 0;
};

}  // namespace

std::unique_ptr<PairReader> open_tmx_pairs(const CorpusConfig& corpus, const LanguagePair& languages) {
  return std::make_unique<TmxPairReader>(corpus, languages);
}

}  // namespace tfm
