#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "capture/spool/spool_reader.h"
#include "capture/spool/spool_tables.h"

namespace hitmap::capture {

/// A spool that can be read and has neither launches nor records.
struct NothingRecorded : SpoolError {
    explicit NothingRecorded(const std::string& why)
        : SpoolError("nothing was recorded: " + why), reason(why) {}
    std::string reason; ///< a sentence without its end
};

/// What a recording that was made of a spool holds.
struct RecordingSummary {
    std::uint64_t launches = 0;
    std::uint64_t requests = 0;
    std::uint64_t lane_accesses = 0;
    std::uint64_t image_lane_accesses = 0; ///< counted only: images have no addresses
    std::uint64_t rays = 0;
    std::uint64_t committed_hits = 0; ///< of rays, as far as the program asks for them
    /// Share of the log that could be held, from 0 to 1; 1: nothing was lost.
    double held = 1;
    std::uint64_t needed_log_bytes = 0; ///< that would have held all, if something was lost
    bool was_split = false;             ///< a part of a dispatch did not fit into the log, with --lossless
    bool counted_only = false;          ///< the records were counted and not kept
    /// What is missing for other reasons, such as "3 records could not be read"; empty: nothing.
    std::vector<std::string> missing;
    /// Dispatches, draws and launches of rays that were not recorded at all, for reasons that notes say.
    std::uint64_t unrecorded_launches = 0;
    /// Sentences without their ends on what the recording shows that is not the program's.
    std::vector<std::string> remarks;
    std::string line; ///< all of this as one sentence
};

/// Called now and then with the bytes that are done, of `total`. It may throw to end the work.
using SpoolProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// Makes a recording (.hmt) of the spool of a process. The recording appears under its name when it is
/// complete. Throws NothingRecorded; SpoolError if the spool cannot be read or the recording cannot be
/// written.
/// @param limits  what does not fit is left out, and the summary says so
RecordingSummary make_recording(const std::string& spool, const std::string& recording,
                                const std::string& producer, const SpoolProgress& progress = {},
                                const RecordingLimits& limits = {});

} // namespace hitmap::capture
