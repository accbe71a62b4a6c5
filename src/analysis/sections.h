// The parts of the page, one for each subject.
#pragma once

#include "analysis/analysis.h"
#include "page/document.h"

namespace tfm::analysis {

using page::Section;

Section overview_section(const Analysis& analysis);
Section ngram_section(const Analysis& analysis);
Section length_section(const Analysis& analysis);
Section sentence_section(const Analysis& analysis);
Section coverage_section(const Analysis& analysis);
Section repetition_section(const Analysis& analysis);
Section untranslated_section(const Analysis& analysis);
Section script_section(const Analysis& analysis);
Section word_section(const Analysis& analysis);
// Of at least two systems.
Section comparison_section(const Analysis& analysis);

}  // namespace tfm::analysis
