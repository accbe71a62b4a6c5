// Many files by one name: train-*.en.gz.
#pragma once

#include <filesystem>
#include <vector>

namespace tfm {

// Whether `path` holds one of * ? [ and is no file itself.
bool is_pattern(const std::filesystem::path& path);

// The files that a pattern names, as a shell has it, sorted byte by byte; any other path is given back alone, whether
// it is there or not. UserError when a pattern matches nothing.
std::vector<std::filesystem::path> expand_pattern(const std::filesystem::path& path);

}  // namespace tfm
