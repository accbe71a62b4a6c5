#include "commands/attention_file.h"

#include <filesystem>

#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"

namespace tfm {
namespace {

std::string extension_of(const std::string& file) { return std::filesystem::path(file).extension().string(); }

}  // namespace

void check_attention_file(const std::string& file) {
  const auto extension = extension_of(file);
  if (extension == ".html" || extension == ".svg" || extension == ".json") return;
  throw UserError(concat(file, ": must end in .html (a page to explore), .svg (one picture) or .json (the numbers)"));
}

bool is_one_picture(const std::string& file) { return extension_of(file) == ".svg"; }

void write_attention_file(const AttentionMaps& maps, const std::string& file, const AttentionView& view) {
  const auto extension = extension_of(file);
  write_file(file, extension == ".html"  ? attention_html(maps)
                   : extension == ".svg" ? attention_svg(maps, view)
                                         : attention_json(maps));
}

}  // namespace tfm
