// The parts of a run's page.
#pragma once

#include "page/document.h"
#include "report/run_view.h"

namespace tfm::report {

page::Section training_section(const RunView& view);
page::Section validation_section(const RunView& view);
page::Section sample_section(const RunView& view);
page::Section corpus_section(const RunView& view);
page::Section environment_section(const RunView& view);
page::Section config_section(const RunView& view);

}  // namespace tfm::report
