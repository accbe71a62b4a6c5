#include "formats/wmt_xml.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "core/concat.h"
#include "core/error.h"
#include "formats/xml_parser.h"
#include "text/unicode.h"

namespace tfm {
namespace {

struct Segment {
  std::string text;
  int64_t line = 0;  // where it begins
};
using Segments = std::map<int64_t, Segment>;  // by number
struct Version {
  std::string who;  // translator or system; empty for the source
  Segments segments;
};
struct Document {
  std::vector<Version> sources, references, hypotheses;
};

// Keeps what the elements of each document hold.
class DocumentHandler : public XmlHandler {
 public:
  DocumentHandler(const std::string& xml, std::string name) : name_(std::move(name)), parser_(*this, name_) {
    parser_.parse(xml, /*is_last=*/true);
  }
  const std::vector<Document>& documents() const { return documents_; }

 private:
  void begin(std::string_view element, const XmlAttributes& attributes) override {
    if (element == "doc") {
      skipped_ = attributes.find("testsuite").has_value();
      if (!skipped_) documents_.emplace_back();
    } else if (skipped_ || documents_.empty()) {
      return;
    } else if (element == "src") {
      open(documents_.back().sources, "");
    } else if (element == "ref") {
      open(documents_.back().references, attributes.find("translator").value_or(""));
    } else if (element == "hyp") {
      open(documents_.back().hypotheses, attributes.find("system").value_or(""));
    } else if (element == "seg" && version_ != nullptr) {
      Segment& segment = version_->segments[number(attributes.find("id"))];
      if (segment.line == 0) segment.line = parser_.line();
      text_ = &segment.text;
    }
  }
  void end(std::string_view element) override {
    if (element == "seg") text_ = nullptr;
    if (element == "src" || element == "ref" || element == "hyp") version_ = nullptr;
    if (element == "doc") skipped_ = false;
  }
  void text(std::string_view text) override {
    if (text_ != nullptr) text_->append(text);
  }

  int64_t number(const std::optional<std::string>& id) const {
    const bool is_number =
        id && !id->empty() && id->size() < 10 && id->find_first_not_of("0123456789") == std::string::npos;
    if (!is_number)
      throw UserError(concat(name_, ": a <seg> has the id \"", id.value_or(""), "\"; it must be a number"));
    return std::stoll(*id);
  }

  void open(std::vector<Version>& versions, const std::string& who) {
    const auto found = std::ranges::find(versions, who, &Version::who);
    version_ = found == versions.end() ? &versions.emplace_back(Version{who, {}}) : &*found;
  }

  std::string name_;
  XmlParser parser_;
  std::vector<Document> documents_;
  bool skipped_ = false;
  Version* version_ = nullptr;
  std::string* text_ = nullptr;
};

std::vector<Document> parse(const std::string& xml, const std::string& name) {
  return DocumentHandler(xml, name).documents();
}

const std::vector<Version>& versions(const Document& document, SegmentRole role) {
  switch (role) {
    case SegmentRole::kSource:
      return document.sources;
    case SegmentRole::kReference:
      return document.references;
    case SegmentRole::kHypothesis:
      break;
  }
  return document.hypotheses;
}

std::string segment(const std::vector<Version>& versions, const std::string& who, int64_t number) {
  const auto version = std::ranges::find(versions, who, &Version::who);
  if (version == versions.end()) return "";
  const auto found = version->segments.find(number);
  return found == version->segments.end() ? "" : collapse_white_space(found->second.text);
}

// Segments that no translator has translated are not scored. A document without a source or references (a file of
// hypotheses) counts as a whole.
std::vector<int64_t> scored_segments(const Document& document, SegmentRole role) {
  Segments all;
  const auto& named = document.sources.empty() ? versions(document, role) : document.sources;
  for (const auto& version : named) all.insert(version.segments.begin(), version.segments.end());
  std::vector<int64_t> numbers;
  for (const auto& [number, ignored] : all) {
    const bool translated =
        std::ranges::any_of(document.references, [number = number, &document](const Version& version) {
          return !segment(document.references, version.who, number).empty();
        });
    if (translated || document.references.empty()) numbers.push_back(number);
  }
  return numbers;
}

std::vector<std::string> names(const std::vector<Document>& documents, SegmentRole role) {
  std::vector<std::string> names;
  for (const auto& document : documents) {
    for (const auto& version : versions(document, role)) {
      if (std::ranges::find(names, version.who) == names.end()) names.push_back(version.who);
    }
  }
  return names;
}

const char* element_of(SegmentRole role) {
  return role == SegmentRole::kSource ? "<src>" : role == SegmentRole::kReference ? "<ref>" : "<hyp>";
}

}  // namespace

std::vector<SegmentStream> wmt_xml_segments(const std::string& xml, SegmentRole role, const std::string& name) {
  const auto documents = parse(xml, name);
  const auto streams = names(documents, role);
  std::vector<SegmentStream> result(streams.size());
  for (const auto& document : documents) {
    for (const int64_t number : scored_segments(document, role)) {
      for (std::size_t i = 0; i < streams.size(); ++i) {
        result[i].push_back(segment(versions(document, role), streams[i], number));
      }
    }
  }
  if (result.empty() || result.front().empty()) {
    throw UserError(
        concat(name, " has no ", element_of(role), " with segments; is it WMT's format of 2021 and later?"));
  }
  return result;
}

std::vector<WmtPair> wmt_xml_pairs(const std::string& xml, const std::string& name) {
  std::vector<WmtPair> pairs;
  for (const auto& document : parse(xml, name)) {
    for (const auto& source : document.sources) {
      for (const auto& [number, source_segment] : source.segments) {
        WmtPair& pair = pairs.emplace_back();
        pair.source = collapse_white_space(source_segment.text);
        pair.line = source_segment.line;
        for (const auto& reference : document.references) {
          if (pair.target.empty()) pair.target = segment(document.references, reference.who, number);
        }
      }
    }
  }
  if (pairs.empty())
    throw UserError(concat(name, " has no <src> with segments; is it WMT's format of 2021 and later?"));
  return pairs;
}

}  // namespace tfm
