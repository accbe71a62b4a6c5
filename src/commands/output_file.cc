#include "commands/output_file.h"

#include <filesystem>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;  // what isn't there is no other's file
  return fs::equivalent(a, b, ignored);
}

}  // namespace

void check_output_file(const std::string& option, const std::string& file, const std::vector<std::string>& inputs) {
  if (file.empty()) return;
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) throw UserError(concat(option, " ", file, ": is a folder; name a file"));
  const auto folder = fs::absolute(file).parent_path();
  if (!fs::is_directory(folder, ignored)) {
    throw UserError(concat(option, " ", file, ": there is no folder ", folder.string(), "; make it first"));
  }
  for (const auto& input : inputs) {
    if (fs::is_regular_file(file, ignored) && is_same_file(file, input)) {
      throw UserError(concat(option, " ", file, " would replace ", input, ", which is read; name another file"));
    }
  }
}

void check_new_folder(const std::string& option, const std::string& folder) {
  if (folder.empty()) throw UserError(concat(option, " \"\": give the folder a name"));
  std::error_code ignored;
  if (fs::symlink_status(folder, ignored).type() == fs::file_type::not_found) return;
  throw UserError(concat(option, " ", folder, " is there already; remove it or give another name"));
}

}  // namespace tfm
