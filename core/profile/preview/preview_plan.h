#pragma once

#include "core/trace/hmt/file/hmt_reader.h"

#include <cstdint>
#include <vector>

namespace hitmap {

/// How much of a recording a preview looks at.
struct PreviewOptions {
    double line_rate = 0.5;     ///< share of the lines whose look-ups are simulated; 0 < rate <= 1
    double request_share = 1.0; ///< share of the requests that are read; 0 < share <= 1
    /// Number of stretches of consecutive requests that are read, if the recording has that many blocks. The
    /// whole recording is one stretch.
    std::uint32_t stretches = 24;
};

/// Consecutive requests from the start of a block, which is the only place where reading can begin.
struct Stretch {
    std::size_t first_block = 0;
    std::size_t last_block = 0;    ///< one past the last
    std::uint64_t end_request = 0; ///< in the recording
    std::uint64_t requests = 0;
};

/// Chooses the stretches: they begin at blocks that are evenly spaced over the recording, and have the same
/// number of requests as far as there are that many before the next one. Throws UsageError (options out of
/// range).
[[nodiscard]] std::vector<Stretch> plan_preview(const std::vector<HmtBlock>& blocks,
                                                const PreviewOptions& options);

/// The options with which a preview reads about this number of lane accesses.
[[nodiscard]] PreviewOptions preview_within(const RecordingInfo& info, std::uint64_t lane_accesses);

} // namespace hitmap
