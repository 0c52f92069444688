#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "capture/spool/spool_survey.h"

namespace hitmap::capture {

/// The counts of a spool that must agree: what the host submitted, what the device counted, and the
/// invocations that began to record. (docs/capture.md, "Counts that must agree")
struct LaunchCounts {
    /// Dispatches and launches of rays that ran, and of which no invocation began to record.
    std::uint64_t silent = 0;
    std::uint64_t silent_draws = 0; ///< draws that left no record; they may have covered nothing
    std::uint64_t draws = 0;
    std::uint64_t differing = 0; ///< dispatches and launches of rays with another number of invocations
    std::uint32_t first_differing = 0;
    std::uint64_t tracing = 0; ///< launches that trace rays, which the driver does
};

/// Launches that have not ended are left out. Where a log was full, invocations are not compared: some of
/// their records are known to be lost.
[[nodiscard]] LaunchCounts count_launches(const SpoolTables& tables, const SpoolSurvey& survey);

/// Sentences, without their ends, on the counts that do not agree; with the likely reason.
[[nodiscard]] std::vector<std::string> disagreements(const LaunchCounts& counts, const SpoolTables& tables,
                                                     const SpoolSurvey& survey);

/// Whether nothing that ran left a record, so that there is nothing to make a recording of.
[[nodiscard]] bool nothing_arrived(const LaunchCounts& counts, const SpoolTables& tables);

/// The traversal of acceleration structures, which the driver does and no shader: a sentence without its end;
/// empty: no shader traces rays.
[[nodiscard]] std::string unrecorded_traversal(const LaunchCounts& counts, const SpoolTables& tables);

/// For each kernel whose work groups the driver puts into more subgroups than they need, twice as many or
/// more: a sentence without its end.
[[nodiscard]] std::vector<std::string> sparse_subgroups(const SpoolTables& tables, const SpoolSurvey& survey);

} // namespace hitmap::capture
