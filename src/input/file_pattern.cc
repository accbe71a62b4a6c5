#include "input/file_pattern.h"

#include <glob.h>

#include <algorithm>
#include <memory>
#include <new>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {

bool is_pattern(const std::filesystem::path& path) {
  std::error_code ignored;
  return path.native().find_first_of("*?[") != std::string::npos && !std::filesystem::exists(path, ignored);
}

std::vector<std::filesystem::path> expand_pattern(const std::filesystem::path& path) {
  if (!is_pattern(path)) return {path};
  glob_t found{};
  const int result = ::glob(path.c_str(), 0, nullptr, &found);
  const std::unique_ptr<glob_t, void (*)(glob_t*)> owner(&found, ::globfree);
  if (result == GLOB_NOSPACE) throw std::bad_alloc();
  if (result != 0) throw UserError(concat(path.string(), " matches no file; check the pattern"));
  std::vector<std::filesystem::path> files(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  std::ranges::sort(files, {}, [](const std::filesystem::path& file) { return file.native(); });
  return files;
}

}  // namespace tfm
