#pragma once

#include "app/sweep/result_table.h"

namespace hitmap {

/// Returns an HTML page without scripts: for each scene a table of all runs, and the pictures side by side.
[[nodiscard]] std::string results_page(const Experiment& experiment, const std::vector<FinishedRun>& runs);

} // namespace hitmap
