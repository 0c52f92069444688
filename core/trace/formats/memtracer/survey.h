#pragma once

#include "core/trace/formats/memtracer/access_reader.h"
#include "core/trace/import/address_window.h"
#include "core/trace/model/recording.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace hitmap::memtracer {

/// What is found out of a launch before its accesses are imported.
struct LaunchSurvey {
    std::uint64_t requests = 0; ///< accesses that are kept and have lanes
    std::uint64_t left_out = 0; ///< the other accesses: without lanes, or the first ones of copies
    /// Index of the first access; the accesses may be mixed with those of other launches.
    std::uint64_t first_access = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t last_access = 0;
    AddressWindow local;
    AddressWindow shared;
};

/// Whether an access is one of the two that a trace has of a copy from global to shared memory (CopyPairs).
[[nodiscard]] bool is_copy(const TraceTables& tables, const TraceAccess& access);

/// Reads all accesses once. Of copies to shared memory, those with global addresses are kept.
/// @param instructions  [instructions] of the recording, with one behind TraceTables::instructions
/// @return [launches]
/// Throws FileError (launches that are mixed too much to be read one after another; what
/// AccessReader::next() throws), Cancelled.
[[nodiscard]] std::vector<LaunchSurvey> survey_accesses(AccessReader& accesses, const SeekableInput& file,
                                                        const TraceTables& tables,
                                                        const std::vector<Instruction>& instructions,
                                                        ImportWarnings& warnings);

} // namespace hitmap::memtracer
