// A message of a PO file, gathered line by line.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "formats/pair_reader.h"

namespace tfm {

class PoMessage {
 public:
  // Whether this line begins another message, so that this one is to be taken first.
  bool is_ended_by(std::string_view line) const;
  // A line without white space in front; `number` counts from 1.
  void add_line(std::string_view line, int64_t number);
  // What the message gives: nothing, one pair or two.
  std::deque<CleanPair> pairs() const;

 private:
  void add_string(std::string_view line, std::string* to);
  void add_statement(std::string_view line);
  std::string* string_of(std::string_view keyword);
  std::string defect(const std::string& translation) const;

  int64_t line_ = 0;  // 0: nothing yet
  bool is_fuzzy_ = false, is_obsolete_ = false, has_context_ = false;
  std::string context_;
  std::optional<std::string> id_, plural_id_;
  std::optional<std::string> first_translation_, last_translation_;
  std::string* open_ = nullptr;  // goes on where a line is nothing but a string
  std::string problem_;
};

}  // namespace tfm
