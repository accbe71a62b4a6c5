// Two files side by side: line n of one belongs to line n of the other.
#pragma once

#include <memory>

#include "formats/pair_reader.h"

namespace tfm {

// Text, one sentence a line, as it stands; or WMT's *.sgm of before 2021, one <seg> a line: what stands in the n-th
// <seg> of each, white space at the ends left out, &amp; &lt; &gt; &quot; &apos; read as what they mean (a bare &
// stays). Each file is judged by its name. At the end: UserError when a file is empty or the counts differ (both
// numbers).
std::unique_ptr<PairReader> open_text_pairs(const CorpusConfig& corpus);

// How many lines, or <seg> elements, each file has. UserError when a file can't be read.
int64_t count_segments(const std::filesystem::path& file, const CorpusConfig& corpus);

// The UserError of counts that differ or are 0; nothing else. `where`: words on the place, may be empty.
void check_segment_counts(const CorpusConfig& corpus, int64_t source_count, int64_t target_count,
                          const std::string& where);

}  // namespace tfm
