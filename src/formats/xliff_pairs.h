// XLIFF 1.2 and 2.
#pragma once

#include <memory>

#include "formats/pair_reader.h"

namespace tfm {

// One record a <trans-unit> (1.2) or <segment> (2). "not translated" are those without a target or with an empty one,
// and those whose state says so: new, needs-translation, and in XLIFF 2 initial where it is written out. Proposals
// (alt-trans, matches) and notes are passed over. Of codes inside, g, pc and mrk keep their text, everything else (x,
// bx, ex, ph, bpt, ept, it, sc, ec, ...) goes with its content. A line break inside becomes a blank, white space at the
// ends goes. UserError when the file says that it is in other languages (language_tag.h).
std::unique_ptr<PairReader> open_xliff_pairs(const CorpusConfig& corpus, const LanguagePair& languages);

}  // namespace tfm
