#include "formats/xml_parser.h"

#include <expat.h>

#include <exception>
#include <new>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {

struct XmlParser::State {
  XmlHandler& handler;
  std::string name;
  XML_Parser parser;
  std::exception_ptr problem{};

  // An exception must not pass through expat, which is C: it is kept until the parser has stopped.
  template <typename Work>
  static void guarded(void* data, const Work& work) {
    auto& state = *static_cast<State*>(data);
    if (state.problem) return;
    try {
      work(state.handler);
    } catch (...) {
      state.problem = std::current_exception();
      XML_StopParser(state.parser, XML_FALSE);
    }
  }
};

void XmlParser::Close::operator()(State* state) const {
  XML_ParserFree(state->parser);
  delete state;
}

std::optional<std::string> XmlAttributes::find(std::string_view name) const {
  for (const char** at = names_and_values_; *at != nullptr; at += 2) {
    if (name == at[0]) return at[1];
  }
  return std::nullopt;
}

XmlParser::XmlParser(XmlHandler& handler, std::string name)
    : state_(new State{handler, std::move(name), XML_ParserCreate("UTF-8")}) {
  if (state_->parser == nullptr) throw std::bad_alloc();
  XML_SetUserData(state_->parser, state_.get());
  XML_SetElementHandler(
      state_->parser,
      [](void* data, const XML_Char* element, const XML_Char** attributes) {
        State::guarded(data, [&](XmlHandler& to) { to.begin(element, XmlAttributes(attributes)); });
      },
      [](void* data, const XML_Char* element) { State::guarded(data, [&](XmlHandler& to) { to.end(element); }); });
  XML_SetCharacterDataHandler(state_->parser, [](void* data, const XML_Char* text, int length) {
    State::guarded(data, [&](XmlHandler& to) { to.text({text, static_cast<std::size_t>(length)}); });
  });
  XML_SetSkippedEntityHandler(state_->parser, [](void* data, const XML_Char*, int is_parameter_entity) {
    if (is_parameter_entity == 0) State::guarded(data, [&](XmlHandler& to) { to.text(" "); });
  });
}

void XmlParser::parse(std::string_view piece, bool is_last) {
  constexpr size_t kMostAtOnce = 1 << 20;  // expat counts in int
  while (true) {
    const std::string_view part = piece.substr(0, kMostAtOnce);
    piece.remove_prefix(part.size());
    const auto parser = state_->parser;
    const auto status =
        XML_Parse(parser, part.data(), static_cast<int>(part.size()), is_last && piece.empty() ? XML_TRUE : XML_FALSE);
    if (state_->problem) std::rethrow_exception(state_->problem);
    if (status != XML_STATUS_OK) {
      throw UserError(concat(state_->name, ":", line(), ":", XML_GetCurrentColumnNumber(parser) + 1,
                             ": no well-formed XML (", XML_ErrorString(XML_GetErrorCode(parser)), "); mend the file"));
    }
    if (piece.empty()) return;
  }
}

int64_t XmlParser::line() const { return static_cast<int64_t>(XML_GetCurrentLineNumber(state_->parser)); }

}  // namespace tfm
