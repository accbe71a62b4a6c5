#include "commands/scored_text.h"

#include "core/concat.h"
#include "core/error.h"
#include "metrics/parting.h"
#include "metrics/python_string.h"

namespace tfm {
namespace {

std::vector<SegmentStream> read_streams(const std::filesystem::path& file, SegmentRole role) {
  auto streams = read_segment_file(file, role);
  if (role == SegmentRole::kSource) return streams;
  for (auto& stream : streams) {
    for (auto& line : stream) line = without_trailing_space(line);
  }
  return streams;
}

[[noreturn]] void fail_counts(const std::vector<std::string>& a, const std::string& a_name,
                              const std::vector<std::string>& b, const std::string& b_name) {
  std::string where;
  if (const auto line = likely_parting(a, b)) where = concat("; they seem to part at line ", *line);
  throw UserError(
      concat(a_name, " has ", a.size(), " lines but ", b_name, " has ", b.size(), "; each needs one for one", where));
}

void check_references(const References& references, const std::string& file) {
  for (std::size_t i = 0; i < references.size(); ++i) {
    if (references[i].empty()) {
      throw UserError(
          concat(file, ":", i + 1, ": no file has a reference for this line; leave the line out everywhere"));
    }
  }
}

}  // namespace

std::string without_trailing_space(const std::string& line) {
  const auto text = metrics::decode_utf8(line);
  return metrics::encode_utf8(metrics::strip_right(text));
}

std::vector<std::string> read_scored_text(const std::filesystem::path& file, SegmentRole role) {
  auto streams = read_streams(file, role);
  if (streams.size() > 1) {
    throw UserError(concat(file.string(), " holds ", streams.size(), " versions; give a file with one"));
  }
  return std::move(streams.front());
}

References read_references(const std::vector<std::string>& files, bool variable) {
  References references;
  std::vector<std::string> first;
  for (const auto& file : files) {
    for (const auto& stream : read_streams(file, SegmentRole::kReference)) {
      if (references.empty()) {
        references.resize(stream.size());
        first = stream;
      }
      if (stream.size() != first.size()) fail_counts(stream, file, first, files.front());
      for (std::size_t i = 0; i < stream.size(); ++i) {
        if (!variable || !stream[i].empty()) references[i].push_back(stream[i]);
      }
    }
  }
  check_references(references, files.front());
  return references;
}

std::vector<std::string> first_references(const References& references) {
  std::vector<std::string> first;
  for (const auto& segment : references) first.push_back(segment.front());
  return first;
}

void check_counts(const std::vector<std::string>& text, const std::string& text_name, const References& references,
                  const std::string& reference_name) {
  if (text.size() == references.size()) return;
  fail_counts(text, text_name, first_references(references), reference_name);
}

}  // namespace tfm
