// XML, piece by piece.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tfm {

class XmlAttributes {
 public:
  explicit XmlAttributes(const char** names_and_values) : names_and_values_(names_and_values) {}
  std::optional<std::string> find(std::string_view name) const;

 private:
  const char** names_and_values_;
};

// What is told of a document, in its order. Entities are already text; one that isn't defined in the file is a blank.
class XmlHandler {
 public:
  virtual ~XmlHandler() = default;
  virtual void begin(std::string_view element, const XmlAttributes& attributes) = 0;
  virtual void end(std::string_view element) = 0;
  virtual void text(std::string_view text) = 0;
};

class XmlParser {
 public:
  // `name` stands for the file in messages. `handler` must outlive the parser; what it throws comes out of parse().
  XmlParser(XmlHandler& handler, std::string name);

  // UTF-8, whatever the document says of its encoding. UserError with file, line and column where it is ill-formed.
  void parse(std::string_view piece, bool is_last);
  int64_t line() const;  // of what is being told, from 1

 private:
  struct State;
  struct Close {
    void operator()(State* state) const;
  };
  std::unique_ptr<State, Close> state_;
};

}  // namespace tfm
