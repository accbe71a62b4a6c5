// chrF (Popović 2015) as sacreBLEU 2.6 computes it by default: character order 6, word order 0, beta 2.
#pragma once

#include <string>
#include <vector>

namespace tfm {

// 0 to 100, unrounded. UserError when the counts differ or there is nothing to score.
double corpus_chrf(const std::vector<std::string>& hypotheses, const std::vector<std::string>& references);
// "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0"
std::string chrf_signature();

}  // namespace tfm
