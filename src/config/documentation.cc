#include "config/documentation.h"

#include <functional>
#include <sstream>

#include "core/concat.h"

namespace tfm {
namespace {

void for_each_key(const ValueInfo& value, const std::string& pointer,
                  const std::function<void(const std::string&, const KeyInfo&)>& visit) {
  for (const KeyInfo& key : value.keys) {
    const std::string here = child_pointer(pointer + value.keys_below, key.name);
    visit(here, key);
    if (key.documented_at.empty()) for_each_key(key.value, here, visit);
  }
}

std::string allowed_of(const KeyInfo& key) {
  if (key.documented_at.empty()) return key.value.allowed;
  return concat("as an entry of ", key.documented_at, key.required ? "" : ", or null");
}

std::string default_of(const KeyInfo& key) { return key.required ? "required" : key.default_value.dump(); }

// In lines of at most 100 columns. A word that is longer than that gets a line of its own.
std::string wrap(const std::string& text, const std::string& indent) {
  constexpr size_t kColumns = 100;
  std::string lines, line = indent, word;
  for (std::istringstream words(text); words >> word;) {
    if (line.size() > indent.size() && line.size() + 1 + word.size() > kColumns) {
      lines += line + "\n";
      line = indent;
    }
    line += (line.size() > indent.size() ? " " : "") + word;
  }
  return lines + line + "\n";
}

std::string table_cell(const std::string& text) {
  std::string cell;
  for (const char c : text) cell += c == '|' ? std::string("\\|") : std::string(1, c);
  return cell;
}

}  // namespace

std::string describe_keys(const ValueInfo& root) {
  std::string text;
  for_each_key(root, "", [&](const std::string& pointer, const KeyInfo& key) {
    if (key.value.is_section) {
      text += concat(text.empty() ? "" : "\n", wrap(pointer + ": " + key.meaning, ""));
      return;
    }
    const std::string fallback = key.required ? "required" : "default " + default_of(key);
    text += "\n" + wrap(concat(pointer, " (", fallback, ")"), "  ");
    text += wrap(allowed_of(key), "      ") + wrap(key.meaning, "      ");
  });
  return text;
}

std::string markdown_table(const ValueInfo& root) {
  std::string text = "| Key | Default | Allowed | Meaning |\n| --- | --- | --- | --- |\n";
  for_each_key(root, "", [&](const std::string& pointer, const KeyInfo& key) {
    if (key.value.is_section) return;
    const std::string fallback = key.required ? "required" : "`" + default_of(key) + "`";
    text += concat("| `", pointer, "` | ", fallback, " | ", table_cell(allowed_of(key)), " | ", table_cell(key.meaning),
                   " |\n");
  });
  return text;
}

}  // namespace tfm
