#include "data/wmt_xml.h"

#include <expat.h>

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <string_view>

#include "core/concat.h"
#include "core/error.h"
#include "text/unicode.h"

namespace tfm {
namespace {

using Segments = std::map<int64_t, std::string>;  // by number
struct Version {
  std::string who;  // translator or system; empty for the source
  Segments segments;
};
struct Document {
  std::vector<Version> sources, references, hypotheses;
};

// Keeps what the elements of each document hold.
class DocumentHandler {
 public:
  explicit DocumentHandler(std::string name) : name_(std::move(name)) {}
  const std::vector<Document>& documents() const { return documents_; }

  void begin(std::string_view element, const XML_Char** attributes) {
    if (element == "doc") {
      skipped_ = attribute(attributes, "testsuite").has_value();
      if (!skipped_) documents_.emplace_back();
    } else if (skipped_ || documents_.empty()) {
      return;
    } else if (element == "src") {
      open(documents_.back().sources, "");
    } else if (element == "ref") {
      open(documents_.back().references, attribute(attributes, "translator").value_or(""));
    } else if (element == "hyp") {
      open(documents_.back().hypotheses, attribute(attributes, "system").value_or(""));
    } else if (element == "seg" && version_ != nullptr) {
      text_ = &version_->segments[number(attribute(attributes, "id"))];
    }
  }
  void end(std::string_view element) {
    if (element == "seg") text_ = nullptr;
    if (element == "src" || element == "ref" || element == "hyp") version_ = nullptr;
    if (element == "doc") skipped_ = false;
  }
  void text(std::string_view text) {
    if (text_ != nullptr) text_->append(text);
  }

 private:
  static std::optional<std::string> attribute(const XML_Char** attributes, std::string_view name) {
    for (; *attributes != nullptr; attributes += 2) {
      if (name == attributes[0]) return attributes[1];
    }
    return std::nullopt;
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
  std::vector<Document> documents_;
  bool skipped_ = false;
  Version* version_ = nullptr;
  std::string* text_ = nullptr;
};

// An exception must not pass through expat, which is C: it is kept until the parser has stopped.
struct Parse {
  DocumentHandler handler;
  XML_Parser parser;
  std::exception_ptr problem{};

  template <typename Work>
  void guarded(const Work& work) {
    try {
      work();
    } catch (...) {
      problem = std::current_exception();
      XML_StopParser(parser, XML_FALSE);
    }
  }
};

std::vector<Document> parse(const std::string& xml, const std::string& name) {
  const std::unique_ptr<XML_ParserStruct, void (*)(XML_Parser)> parser(XML_ParserCreate(nullptr), XML_ParserFree);
  Parse state{DocumentHandler(name), parser.get()};
  XML_SetUserData(parser.get(), &state);
  XML_SetElementHandler(
      parser.get(),
      [](void* data, const XML_Char* element, const XML_Char** attributes) {
        auto& parse = *static_cast<Parse*>(data);
        parse.guarded([&] { parse.handler.begin(element, attributes); });
      },
      [](void* data, const XML_Char* element) { static_cast<Parse*>(data)->handler.end(element); });
  XML_SetCharacterDataHandler(parser.get(), [](void* data, const XML_Char* text, int length) {
    static_cast<Parse*>(data)->handler.text({text, static_cast<std::size_t>(length)});
  });
  const auto status = XML_Parse(parser.get(), xml.data(), static_cast<int>(xml.size()), /*isFinal=*/XML_TRUE);
  if (state.problem) std::rethrow_exception(state.problem);
  if (status != XML_STATUS_OK) {
    throw UserError(concat(name, ":", XML_GetCurrentLineNumber(parser.get()), ": no well-formed XML (",
                           XML_ErrorString(XML_GetErrorCode(parser.get())), "); mend the file, or give plain text"));
  }
  return state.handler.documents();
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
  return found == version->segments.end() ? "" : collapse_white_space(found->second);
}

// Segments that no translator has translated are not scored. A document without a source or references (a file of
// hypotheses) counts as a whole.
std::vector<int64_t> scored_segments(const Document& document, SegmentRole role) {
  Segments all;
  const auto& named = document.sources.empty() ? versions(document, role) : document.sources;
  for (const auto& version : named) all.insert(version.segments.begin(), version.segments.end());
  std::vector<int64_t> numbers;
  for (const auto& [number, text] : all) {
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

}  // namespace tfm
