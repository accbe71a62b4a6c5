// Translation Memory eXchange, 1.1 to 1.4.
#pragma once

#include <memory>

#include "formats/pair_reader.h"

namespace tfm {

// One record a <tu>: of its <tuv> the one whose language (xml:lang, or lang as before 1.4) serves best
// (language_tag.h), the first of equals. Codes of formatting (bpt, ept, ph, it, ut) go with their content; the text of
// hi, and of sub outside of these, stays. A line break inside becomes a blank, white space at the ends goes.
std::unique_ptr<PairReader> open_tmx_pairs(const CorpusConfig& corpus, const LanguagePair& languages);

}  // namespace tfm
