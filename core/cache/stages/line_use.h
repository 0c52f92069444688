#pragma once

#include "core/cache/array/sectored_cache.h"
#include "core/cache/coalescing/coalesced_requests.h"
#include "core/cache/stages/l2_output.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// A look-up of a line in one array of tags that puts the line in if it is not present. An array is an L1
/// unit of an SM or a partition of L2. Look-ups that never put a line in are no uses: stores that L1 does not
/// allocate for, last-use loads, and whatever makes the copy of the other partition obsolete.
struct LineUse {
    std::uint64_t line = SectorOutcome::no_line;    ///< no_line: all arrays of the SM were emptied
    std::uint64_t evicted = SectorOutcome::no_line; ///< the line that was evicted for it, if any
    std::uint32_t set = 0;
    /// In L1, index of the line in CoalescedRequests; in L2, index in the requests of the slice.
    std::uint32_t at = 0;
    std::uint8_t array = 0;  ///< unit of the SM, or partition of L2
    bool is_present = false; ///< whether the line had a way, with or without the sectors asked for
    LineSectors dirty = 0;   ///< sectors of `evicted` that were dirty

    /// Adds what the look-up evicted.
    void add(const SectorOutcome& outcome) {
        evicted = outcome.evicted;
        dirty = static_cast<LineSectors>(outcome.written_back);
    }
    [[nodiscard]] bool empties_arrays() const { return line == SectorOutcome::no_line; }
};

/// All uses of the lines of a block, in order. Filled only if a stage reads them, since they take time and
/// memory.
struct LineUses {
    std::vector<std::vector<LineUse>> l1;               ///< [SMs]
    std::array<std::vector<LineUse>, max_l2_slices> l2; ///< [slices]

    /// Removes all uses and makes room for SMs 0..sms - 1.
    void prepare(std::size_t sms) {
        l1.resize(sms);
        for (std::vector<LineUse>& uses : l1)
            uses.clear();
        for (std::vector<LineUse>& uses : l2)
            uses.clear();
    }
};

} // namespace hitmap
