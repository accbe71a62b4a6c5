#include "decoding/terminology.h"

#include <algorithm>

#include "core/concat.h"
#include "decoding/term_constraint.h"
#include "terms/line_terms.h"
#include "terms/word_borders.h"
#include "text/code_points.h"

namespace tfm {
namespace {

constexpr std::size_t kSpellingsKept = 4096;  // some KiB each

bool lacks_piece(const std::vector<int32_t>& pieces, const TextCodec& codec) {
  return std::ranges::count(pieces, static_cast<int32_t>(codec.tokenizers().target->special_ids().unk)) > 0;
}

// The first character that the vocabulary has no piece for.
std::string unknown_character(const std::string& text, const TextCodec& codec) {
  for (const char32_t c : decode_utf8(text)) {
    auto character = encode_utf8({&c, 1});
    if (lacks_piece(codec.encode_target(character), codec)) return character;
  }
  return text;
}

int64_t pieces_in_all(const TermSpellings& spellings) {
  int64_t most = 0;
  for (const auto& spelling : spellings) most = std::max(most, spelling->pieces_in_all());
  return most;
}

}  // namespace

Terminology::Terminology(const std::filesystem::path& file, const TextCodec& codec) : codec_(codec) {
  TermListProblems problems(file);
  std::unordered_map<std::string, std::size_t> places;
  for (const auto& pair : read_term_list(file)) add(pair, places, problems);
  problems.throw_if_any();
  std::vector<std::string> sources;
  for (const auto& entry : entries_) sources.push_back(codec_.place_source(entry.source).text);
  finder_ = std::make_unique<const TermFinder>(sources);
}

void Terminology::add(const TermPair& pair, std::unordered_map<std::string, std::size_t>& places,
                      TermListProblems& problems) {
  const auto pieces = codec_.encode_target(pair.target);
  if (lacks_piece(pieces, codec_)) {
    return problems.add(pair.line, concat("asks for ", unknown_character(pair.target, codec_),
                                          ", which the model's vocabulary can't spell; leave the term out, or train ",
                                          "with tokenizer.byte_fallback"));
  }
  const auto printed = codec_.decode_target(pieces);
  if (printed.empty()) return problems.add(pair.line, "has a target term of which the vocabulary leaves nothing");
  const auto [place, is_new] = places.try_emplace(codec_.place_source(pair.source).text, entries_.size());
  if (is_new) entries_.push_back({pair.source, {}});
  auto& targets = entries_[place->second].targets;
  if (std::ranges::find(targets, pair.target, &Target::text) != targets.end()) return;
  targets.push_back({pair.target, decode_utf8(printed), codec_.tokenizers().target->decode(pieces)});
}

std::vector<int64_t> Terminology::terms_in(const std::string& source) const {
  return finder_->find(codec_.place_source(source).text);
}

const std::string* Terminology::met_target(int64_t term, const std::string& translation) const {
  const auto text = decode_utf8(translation);
  for (const auto& target : entry(term).targets) {
    if (contains_term(text, target.printed)) return &target.text;
  }
  return nullptr;
}

std::vector<TermResult> Terminology::results(const std::string& source, const std::string& translation) const {
  std::vector<TermResult> results;
  for (const int64_t term : terms_in(source)) {
    const auto* met = met_target(term, translation);
    const auto& [listed, targets] = entry(term);
    results.push_back({listed, met != nullptr ? *met : targets.front().text, met != nullptr});
  }
  return results;
}

const PieceIndex& Terminology::piece_index() {
  if (!index_) index_ = std::make_unique<const PieceIndex>(*codec_.tokenizers().target);
  return *index_;
}

std::shared_ptr<const TermSpelling> Terminology::spelling_of(const std::string& spelled) {
  if (spellings_.size() >= kSpellingsKept) spellings_.clear();
  auto& spelling = spellings_[spelled];
  if (!spelling) {
    spelling =
        std::make_shared<const TermSpelling>(spelled, codec_.tokenizers().target->encode(spelled), piece_index());
  }
  return spelling;
}

std::shared_ptr<const OutputConstraint> Terminology::constraint(const std::vector<int64_t>& terms,
                                                                int64_t most_tokens) {
  const std::lock_guard lock(mutex_);
  std::vector<TermSpellings> wanted;
  for (const int64_t term : terms) {
    auto& spellings = wanted.emplace_back();
    for (const auto& target : entry(term).targets) spellings.push_back(spelling_of(target.spelled));
  }
  std::ranges::stable_sort(wanted, {}, pieces_in_all);
  int64_t pieces = 0;
  std::erase_if(wanted, [&](const TermSpellings& spellings) {
    const bool fits = pieces + pieces_in_all(spellings) + 1 <= most_tokens;
    if (fits) pieces += pieces_in_all(spellings);
    return !fits;
  });
  if (wanted.empty()) return nullptr;
  return std::make_shared<const TermConstraint>(LineTerms(std::move(wanted), piece_index()));
}

}  // namespace tfm
