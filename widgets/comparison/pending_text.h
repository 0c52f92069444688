#pragma once

#include "core/analysis/findings/pending_findings.h"

#include <QtCore/QString>

#include <vector>

namespace hitmap {

/// The sentences of a finding while changes are tried, and how far that is.
/// @param goes_on  false: the search was stopped or failed
[[nodiscard]] QString pending_text(const PendingFinding& pending, bool goes_on);

/// "boxes, faces and vertices": the allocations of `pending` that nothing was found to help, so that they are
/// not in `final`. Empty if there are none.
[[nodiscard]] QString left_out_text(const std::vector<PendingFinding>& pending,
                                    const std::vector<Finding>& final);

} // namespace hitmap
