// Which format a corpus has.
#pragma once

#include <filesystem>
#include <string>

#include "config/config.h"

namespace tfm {

// The end of the name in small letters, ".gz" or ".zst" left aside: ".tmx" for Memory.TMX.gz.
std::string format_extension(const std::filesystem::path& file);

// kText or kWmt where there are two files, one of the others where there is one; never kAuto. UserError when files are
// missing, too many, or of no format that can be told by the name.
CorpusFormat corpus_format(const CorpusConfig& corpus);

}  // namespace tfm
