#pragma once

#include "core/cache/coalescing/written_list.h"
#include "core/cache/stages/l2_request.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Highest number of slices of L2, which are simulated in parallel.
inline constexpr std::size_t max_l2_slices = 64;

/// The requests of a block to L2 in order, divided by slices of sets. L2Request::line is a line of L2.
struct L2Requests {
    std::array<WrittenList<L2Request>, max_l2_slices> of_slice;
    WrittenList<std::uint8_t> order; ///< [all requests in order] the slice of each
};

/// The outcome of a request to L2.
struct L2Outcome {
    LineSectors hits;       ///< looked up sectors that hit, as sectors of the line of L2
    std::uint8_t fetched;   ///< number of sectors fetched from memory
    std::uint8_t evictions; ///< number of evicted lines with dirty sectors
};

/// Dirty sectors that L2 evicted and writes to memory.
struct L2Eviction {
    std::uint64_t line; ///< line of L2
    LineSectors sectors;
};

/// The output of the slices of L2 for the L2Requests of a block.
struct L2SliceOutput {
    std::array<WrittenList<L2Outcome>, max_l2_slices> outcomes;   ///< [slices][requests]
    std::array<WrittenList<L2Eviction>, max_l2_slices> evictions; ///< [slices] in order
};

/// The output of L2 by line of L1 and by write-back.
struct L2Output {
    std::vector<LineSectors> hits; ///< [lines] sectors of L1Output::to_l2 that hit; padded for word_of()
    std::vector<std::uint8_t>
        fetched; ///< [lines] number of sectors fetched from memory; padded for word_of()
    std::vector<LineSectors> write_back_hits; ///< [L1Output::write_backs] sectors that hit
    /// [allocations + 1] number of evicted sectors; the last entry counts those outside all allocations.
    std::vector<std::uint64_t> written;
};

} // namespace hitmap
