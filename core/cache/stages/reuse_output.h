#pragma once

#include "core/cache/coalescing/coalesced_requests.h"

#include <array>
#include <cstdint>
#include <vector>

namespace hitmap {

/// The reuse of sectors that were looked up in one level, whether they hit or not.
struct ReuseInformation {
    std::array<std::uint16_t, 8> bins{}; ///< [sector] bin of the reuse distance (reuse_histogram.h)
    LineSectors cold = 0;                ///< sectors that were never present before, or dropped since
    LineSectors within = 0; ///< sectors that hit in a fully associative LRU cache of the same capacity
};
/// The reuse of the sectors of a requested line.
struct LineReuse {
    ReuseInformation l1;
    ReuseInformation l2;
};

/// The output of MissStage for a block: the reuse of all look-ups. Empty unless misses are explained.
struct ReuseOutput {
    std::vector<LineReuse> lines;              ///< [lines]
    std::vector<ReuseInformation> write_backs; ///< [L1Output::write_backs] their reuse in L2
};

} // namespace hitmap
