// What the sections of the page are made of.
#pragma once

#include "page/bar_chart.h"
#include "page/html.h"
#include "page/page_style.h"

namespace tfm::analysis {

using namespace page;

}  // namespace tfm::analysis
