#include "text/vocabulary_coverage.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "core/concat.h"
#include "core/decimal.h"
#include "text/sentencepiece_model.h"
#include "text/unicode.h"

namespace tfm {
namespace {

constexpr size_t kMostNamed = 20;

// SentencePiece's blank: text that has it comes back with a blank instead.
constexpr std::string_view kBlankMark = "\u2581";

char32_t code_point(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return lead;
  char32_t value = lead & (0x7FU >> character.size());
  for (const char byte : character.substr(1)) value = value << 6 | (static_cast<unsigned char>(byte) & 0x3FU);
  return value;
}

// "《", or "U+200B" for what can't be seen.
std::string shown(const std::string& character) {
  if (!is_blank(character) && is_valid_utf8(character)) return character;
  std::array<char, 16> name{};
  std::snprintf(name.data(), name.size(), "U+%04X", static_cast<unsigned>(code_point(character)));
  return name.data();
}

std::string shown(const LostCharacter& loss) {
  const std::string count = concat(" (", grouped(loss.count), ")");
  if (loss.unknown) return shown(loss.character) + count;
  return concat(shown(loss.character), " → ", loss.becomes.empty() ? "nothing" : shown(loss.becomes), count);
}

// "《 (9), 》 (9) and 3 more"
std::string listed(const std::vector<LostCharacter>& losses, bool unknown) {
  std::string list;
  size_t named = 0, all = 0;
  for (const LostCharacter& loss : losses) {
    if (loss.unknown != unknown || ++all > kMostNamed) continue;
    list += concat(named++ > 0 ? ", " : "", shown(loss));
  }
  return all > named ? concat(list, " and ", all - named, " more") : list;
}

std::string percent(int64_t part, int64_t whole) {
  return decimal(whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0.0, 2) + "%";
}

}  // namespace

VocabularyCoverage::VocabularyCoverage(const Tokenizer& tokenizer)
    : tokenizer_(tokenizer), normalizes_(read_sentencepiece_model(tokenizer.model_bytes()).changes_characters) {}

bool VocabularyCoverage::may_change(std::string_view text, bool has_unknown) const {
  return has_unknown || normalizes_ || text.find(kBlankMark) != std::string_view::npos;
}

void VocabularyCoverage::add(std::string_view text, std::span<const int32_t> ids, int64_t line) {
  const auto unknown = std::count(ids.begin(), ids.end(), static_cast<int32_t>(tokenizer_.special_ids().unk));
  ++lines_;
  pieces_ += std::ssize(ids);
  unknown_pieces_ += unknown;
  if (unknown > 0) ++lines_with_unknown_;
  if (!may_change(text, unknown > 0)) return;
  if (collapse_white_space(tokenizer_.decode(ids)) != collapse_white_space(text)) explain(text, unknown > 0, line);
}

// Character by character. One that is unknown by itself only, such as a mark that normalization joins to its letter, is
// no reason in a line without unknown pieces.
void VocabularyCoverage::explain(std::string_view text, bool has_unknown, int64_t line) {
  bool any_lost = false, any_normalized = false;
  while (!text.empty()) {
    const std::string character(first_character(text));
    text.remove_prefix(character.size());
    const auto found = fates_.find(character);
    Fate& fate = found != fates_.end() ? found->second : fates_.emplace(character, fate_of(character)).first->second;
    if (!fate.lost || (fate.loss.unknown && !has_unknown)) continue;
    any_lost = true;
    any_normalized |= !fate.loss.unknown;
    if (fate.loss.count++ == 0) fate.loss.first_line = line;
  }
  ++lines_changed_;
  if (any_normalized) ++lines_normalized_;
  if (!any_lost) ++lines_unexplained_;
}

VocabularyCoverage::Fate VocabularyCoverage::fate_of(const std::string& character) const {
  const std::vector<int32_t> ids = tokenizer_.encode(character);
  const auto unknown = static_cast<int32_t>(tokenizer_.special_ids().unk);
  if (std::find(ids.begin(), ids.end(), unknown) != ids.end()) return {true, {character, true, "", 0, 0}};
  const std::string decoded = collapse_white_space(tokenizer_.decode(ids));
  if (decoded == collapse_white_space(character)) return {};
  return {true, {character, false, decoded, 0, 0}};
}

void VocabularyCoverage::merge(const VocabularyCoverage& other) {
  lines_ += other.lines_;
  pieces_ += other.pieces_;
  unknown_pieces_ += other.unknown_pieces_;
  lines_with_unknown_ += other.lines_with_unknown_;
  lines_normalized_ += other.lines_normalized_;
  lines_unexplained_ += other.lines_unexplained_;
  lines_changed_ += other.lines_changed_;
  for (const auto& [character, theirs] : other.fates_) {
    const auto [place, is_new] = fates_.emplace(character, theirs);
    if (is_new || theirs.loss.count == 0) continue;
    LostCharacter& loss = place->second.loss;
    loss.first_line = loss.count == 0 ? theirs.loss.first_line : std::min(loss.first_line, theirs.loss.first_line);
    loss.count += theirs.loss.count;
  }
}

std::vector<LostCharacter> VocabularyCoverage::sorted_losses() const {
  std::vector<LostCharacter> losses;
  for (const auto& [character, fate] : fates_) {
    if (fate.loss.count > 0) losses.push_back(fate.loss);
  }
  std::ranges::sort(losses, [](const LostCharacter& a, const LostCharacter& b) {
    return std::pair(-a.count, a.character) < std::pair(-b.count, b.character);
  });
  return losses;
}

std::vector<LostCharacter> VocabularyCoverage::lost_characters(size_t most) const {
  std::vector<LostCharacter> losses = sorted_losses();
  losses.resize(std::min(losses.size(), most));
  return losses;
}

std::string VocabularyCoverage::summary() const {
  const int64_t kept = lines_ - lines_changed_;
  return concat(grouped(lines_), " lines, ", grouped(pieces_), " pieces, ", grouped(unknown_pieces_),
                " of them unknown (", percent(unknown_pieces_, pieces_), "); ", grouped(kept), " lines (",
                percent(kept, lines_), ") come back as they are");
}

std::vector<std::string> VocabularyCoverage::warnings() const {
  const std::vector<LostCharacter> losses = sorted_losses();
  const auto of_lines = [&](int64_t count) { return concat(grouped(count), " of ", grouped(lines_), " lines "); };
  std::vector<std::string> warnings;
  if (lines_with_unknown_ > 0) {
    warnings.push_back(concat(of_lines(lines_with_unknown_),
                              "have characters outside the vocabulary: ", listed(losses, true),
                              "; raise /tokenizer/character_coverage, or set /tokenizer/byte_fallback"));
  }
  if (lines_normalized_ > 0) {
    warnings.push_back(concat(of_lines(lines_normalized_),
                              "have characters that the vocabulary's normalization "
                              "replaces, so that no translation can have them: ",
                              listed(losses, false),
                              normalizes_ ? "; set /tokenizer/normalization to \"identity\" to keep them"
                                          : "; SentencePiece keeps it for itself"));
  }
  if (lines_unexplained_ > 0) {
    warnings.push_back(concat(of_lines(lines_unexplained_),
                              "come back changed, though each of their characters is "
                              "known (normalization joins letters and marks); set /tokenizer/normalization to "
                              "\"identity\" to keep them"));
  }
  return warnings;
}

}  // namespace tfm
