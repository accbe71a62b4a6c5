// RUN/report.html: a training run at a glance.
#pragma once

#include <string>

#include "report/run_view.h"

namespace tfm::report {

// One self-contained page: state, curves, validations, sample translations, corpora, environment, config. While the run
// is running, a page that is open loads itself again.
std::string run_page(const RunView& view);

}  // namespace tfm::report
