// gettext's message files.
#pragma once

#include <memory>

#include "formats/pair_reader.h"

namespace tfm {

// One record a message: msgid with msgstr. A message with a plural gives two: msgid with msgstr[0], msgid_plural with
// the last msgstr[n]. Defects: "fuzzy", "obsolete" (#~), "untranslated", and lines that are no PO. The header (the
// message without msgid) is no record; the charset that it names counts where the file isn't plainly UTF-8. Line breaks
// inside become blanks, white space at the ends goes; marks of access keys (&File, _File) stay.
std::unique_ptr<PairReader> open_po_pairs(const CorpusConfig& corpus);

}  // namespace tfm
