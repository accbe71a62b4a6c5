#include "formats/xliff_pairs.h"

#include "core/concat.h"
#include "core/error.h"
#include "formats/segment_text.h"
#include "formats/xml_pairs.h"
#include "text/language_tag.h"

namespace tfm {
namespace {

// The elements that hold a record's own <source> and <target>.
bool is_record(std::string_view element) { return element == "trans-unit" || element == "segment"; }

bool has_own_text(std::string_view element) { return element == "g" || element == "pc" || element == "mrk"; }

bool means_untranslated(std::string_view state) {
  return state == "new" || state == "needs-translation" || state == "initial";
}

class XliffPairReader : public XmlPairReader {
 public:
  XliffPairReader(const CorpusConfig& corpus, LanguagePair languages)
      : XmlPairReader(corpus, "xliff", "XLIFF"), languages_(std::move(languages)) {}

 private:
  void begin_element(std::string_view element, const XmlAttributes& attributes) override {
    const bool is_side = element == "source" || element == "target";
    if (open_ != nullptr) {
      open_->begin_element(!has_own_text(element));
    } else if (passed_over_ > 0 || (in_record_ && !is_side)) {
      ++passed_over_;
    } else if (in_record_) {
      open_side(element, attributes);
    } else if (is_record(element)) {
      begin_record(attributes);
    } else if (element == "file" || element == "xliff") {
      check_language(attributes, {"source-language", "srcLang"}, languages_.source);
      check_language(attributes, {"target-language", "trgLang"}, languages_.target);
    }
  }

  void end_element(std::string_view element) override {
    if (open_ != nullptr && element != open_name_) {
      open_->end_element();
    } else if (open_ != nullptr) {
      open_->close();
      open_ = nullptr;
    } else if (passed_over_ > 0) {
      --passed_over_;
    } else if (in_record_) {
      in_record_ = false;
      add(pair());
    }
  }

  void add_text(std::string_view text) override {
    if (open_ != nullptr) open_->add(text);
  }

  void begin_record(const XmlAttributes& attributes) {
    in_record_ = true;
    source_ = target_ = SegmentText();
    is_untranslated_ = means_untranslated(attributes.find("state").value_or(""));
    is_fixed_ = attributes.find("translate") == "no";
    line_ = line();
  }

  void open_side(std::string_view element, const XmlAttributes& attributes) {
    open_name_ = element;
    open_ = element == "source" ? &source_ : &target_;
    open_->open();
    if (open_ == &target_ && means_untranslated(attributes.find("state").value_or(""))) is_untranslated_ = true;
  }

  // `names`: of the attribute in XLIFF 1.2 and 2.
  void check_language(const XmlAttributes& attributes, std::pair<const char*, const char*> names,
                      const std::string& wanted) const {
    for (const char* attribute : {names.first, names.second}) {
      const auto language = attributes.find(attribute);
      if (!language || language_match(wanted, *language) > 0) continue;
      throw UserError(concat(name(), ":", line(), ": ", attribute, " is \"", *language, "\", but the config says \"",
                             wanted, "\"; exchange the file or mend the config's languages"));
    }
  }

  CleanPair pair() const {
    CleanPair pair;
    pair.line = line_;
    if (is_fixed_) {
      pair.defect = "not to be translated";
    } else if (source_.is_too_long() || target_.is_too_long()) {
      pair.defect = "a segment longer than 1 MiB";
    } else {
      pair.source = clean_segment(source_.text());
      pair.target = clean_segment(target_.text());
      if (is_untranslated_ || pair.target.text.empty()) pair.defect = "not translated";
    }
    return pair;
  }

  LanguagePair languages_;
  SegmentText source_, target_;
  SegmentText* open_ = nullptr;  // the side that is being read
  std::string open_name_;
  bool in_record_ = false, is_untranslated_ = false, is_fixed_ = false;
  int64_t passed_over_ = 0;  // depth of elements in a record that are none of its sides
  int64_t line_ = 0;
};

}  // namespace

std::unique_ptr<PairReader> open_xliff_pairs(const CorpusConfig& corpus, const LanguagePair& languages) {
  return std::make_unique<XliffPairReader>(corpus, languages);
}

}  // namespace tfm
