#include "data/packed_links.h"

#include <optional>

namespace tfm {
namespace {

constexpr int kNumberBits = 7;
constexpr uint32_t kMoreFollows = 1U << kNumberBits;

void pack_number(uint32_t number, std::vector<char>& bytes) {
  for (; number >= kMoreFollows; number >>= kNumberBits) bytes.push_back(static_cast<char>(number | kMoreFollows));
  bytes.push_back(static_cast<char>(number));
}

// Takes it from the front.
std::optional<int64_t> unpack_number(std::string_view& bytes) {
  int64_t number = 0;
  for (int shift = 0; !bytes.empty() && shift < 32; shift += kNumberBits) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    number |= int64_t{byte & (kMoreFollows - 1)} << shift;
    if (byte < kMoreFollows) return number;
  }
  return std::nullopt;
}

}  // namespace

void pack_links(std::span<const AlignmentLink> links, std::vector<char>& bytes) {
  int32_t before = 0;
  for (const auto& [source, target] : links) {
    pack_number(static_cast<uint32_t>(target - before), bytes);
    pack_number(static_cast<uint32_t>(source), bytes);
    before = target;
  }
}

bool unpack_links(std::string_view bytes, const PairLengths& lengths, std::vector<AlignmentLink>& links) {
  int64_t target = 0;
  while (!bytes.empty()) {
    const auto step = unpack_number(bytes), source = unpack_number(bytes);
    if (!step || !source) return false;
    target += *step;
    if (target >= lengths.target || *source >= lengths.source) return false;
    links.push_back({static_cast<int32_t>(*source), static_cast<int32_t>(target)});
  }
  return true;
}

}  // namespace tfm
