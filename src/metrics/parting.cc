#include "metrics/parting.h"

#include "core/parting_search.h"

namespace tfm {
namespace {

std::optional<int64_t> parting(const std::vector<std::string>& longer, const std::vector<std::string>& shorter) {
  const std::size_t surplus = longer.size() - shorter.size();
  PartingSearch search(static_cast<int64_t>(surplus));
  for (std::size_t i = 0; i < surplus; ++i) search.add_surplus(std::ssize(longer[i]));
  for (std::size_t i = 0; i < shorter.size(); ++i) search.add(std::ssize(longer[i + surplus]), std::ssize(shorter[i]));
  return search.place();
}

}  // namespace

std::optional<int64_t> likely_parting(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  if (a.size() == b.size() || a.empty() || b.empty()) return std::nullopt;
  return a.size() > b.size() ? parting(a, b) : parting(b, a);
}

}  // namespace tfm
