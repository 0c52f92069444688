#pragma once

#include "core/analysis/findings/finding.h"

#include <string>

namespace hitmap {

// Parts of the text of a finding. Each is empty if the finding does not have what it is about.

/// " Lanes push 1,234 entries and pop 1,234, at most 9 of 18 deep."
[[nodiscard]] std::string stack_sentence(const Finding& finding);
/// "; 61.0 % of the 2,023 evictions of its lines are by stack": behind what says that they miss.
[[nodiscard]] std::string evictor_clause(const Finding& finding);
/// Which rays, and where in the scene.
[[nodiscard]] std::string place_sentence(const Finding& finding);
/// "optimal replacement would serve 31.2 % of the misses of its lines in L1"
[[nodiscard]] std::string optimum_clause(const Finding& finding);

} // namespace hitmap
