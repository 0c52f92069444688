#pragma once

#include <string>
#include <utility>
#include <vector>

#include "capture/spool/allocation_plan.h"
#include "capture/spool/make_recording.h"
#include "capture/spool/spool_survey.h"

namespace hitmap::capture {

[[nodiscard]] RecordingSummary summarize(const SpoolTables& tables, const SpoolSurvey& survey,
                                         const AllocationPlan& plan);

/// What the recording says about how it was made, and what it does not hold.
[[nodiscard]] std::vector<std::pair<std::string, std::string>>
capture_options(const SpoolTables& tables, const SpoolSurvey& survey, const AllocationPlan& plan,
                const RecordingSummary& summary);

/// "first; second"
[[nodiscard]] std::string joined(const std::vector<std::string>& texts);

} // namespace hitmap::capture
