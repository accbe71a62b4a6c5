#include "chinese/script_conversion.h"

#include <dlfcn.h>
#include <opencc/Config.hpp>
#include <opencc/ConversionChain.hpp>
#include <opencc/Converter.hpp>
#include <opencc/Dict.hpp>
#include <opencc/Exception.hpp>
//
#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

#include "core/concat.h"
#include "core/error.h"
#include "text/code_points.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// Beside the installed program or library that this is part of, wherever that has been put; else where OpenCC was when
// tfm was built.
const fs::path& opencc_folder() {
  static const fs::path folder = [] {
    std::error_code ignored;
    Dl_info own{};
    ::dladdr(reinterpret_cast<const void*>(&opencc_configurations), &own);
    const fs::path library = own.dli_fname == nullptr ? "" : own.dli_fname;
    const auto file = fs::canonical(library.extension() == ".so" || library.string().find(".so.") != std::string::npos
                                        ? library
                                        : fs::path("/proc/self/exe"),
                                    ignored);
    const auto installed = file.parent_path().parent_path() / "share" / "tfm" / "opencc";
    return fs::is_directory(installed, ignored) ? installed : fs::path(TFM_OPENCC_FOLDER);
  }();
  return folder;
}

// The full path of OpenCC's file, since OpenCC itself would look into the current folder first.
fs::path configuration_file(const std::string& configuration) {
  if (configuration.ends_with(".json")) {
    if (fs::is_regular_file(configuration)) return fs::absolute(configuration);
    throw UserError(concat(configuration, ": there is no such OpenCC configuration"));
  }
  const auto names = opencc_configurations();
  if (std::ranges::binary_search(names, configuration)) return opencc_folder() / (configuration + ".json");
  if (names.empty()) {
    throw UserError(concat("OpenCC's configurations are not in ", opencc_folder().string(),
                           ", where they were when tfm was built; install them there (the package libopencc-data), or "
                           "give the path of a .json file instead of \"",
                           configuration, "\""));
  }
  throw UserError(concat("OpenCC has no configuration \"", configuration, "\"; there are ", joined(names),
                         ", or give the path of a .json file"));
}

// OpenCC's exceptions are no std::exception before its version 1.1.7.
template <typename Action>
std::optional<std::string> opencc_error(Action action) {
  try {
    action();
    return std::nullopt;
  } catch (const opencc::Exception& error) {
    return error.what();
  } catch (const std::exception& error) {
    return error.what();
  }
}

// OpenCC stops at a NUL, and its rules for a sentence end where the line does.
bool ends_piece(const Utf8Sequence& sequence) {
  return !sequence.valid || sequence.code_point == 0 || sequence.code_point == '\n' || sequence.code_point == '\r';
}

std::size_t piece_length(std::string_view utf8) {
  std::size_t length = 0;
  while (length < utf8.size()) {
    const Utf8Sequence sequence = first_sequence(utf8.substr(length));
    if (ends_piece(sequence)) break;
    length += sequence.length;
  }
  return length;
}

}  // namespace

struct ScriptConversion::Impl {
  opencc::ConverterPtr converter;
};

std::vector<std::string> opencc_configurations() {
  std::vector<std::string> names;
  std::error_code no_folder;
  for (const auto& entry : fs::directory_iterator(opencc_folder(), no_folder)) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

ScriptConversion::ScriptConversion(const std::string& configuration) {
  const fs::path file = configuration_file(configuration);
  auto impl = std::make_shared<Impl>();
  const auto error = opencc_error([&] { impl->converter = opencc::Config().NewFromFile(file.string()); });
  if (error) {
    throw UserError(concat(file.string(), ": OpenCC can't use this configuration (", *error,
                           "); mend the file and the dictionaries that it names, or choose another"));
  }
  impl_ = std::move(impl);
}

std::string ScriptConversion::operator()(std::string_view utf8) const {
  std::string result;
  result.reserve(utf8.size());
  while (!utf8.empty()) {
    std::size_t length = piece_length(utf8);
    if (length > 0) {
      result += impl_->converter->Convert(std::string(utf8.substr(0, length)));
    } else {
      length = first_sequence(utf8).length;
      result += utf8.substr(0, length);
    }
    utf8.remove_prefix(length);
  }
  return result;
}

std::vector<std::string> ScriptConversion::forms_of(const std::string& word) const {
  const auto conversions = impl_->converter->GetConversionChain()->GetConversions();
  if (conversions.empty()) return {};
  const auto entry = conversions.front()->GetDict()->Match(word);
  return entry.IsNull() ? std::vector<std::string>() : entry.Get()->Values();
}

}  // namespace tfm
