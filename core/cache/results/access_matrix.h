#pragma once

#include "core/cache/results/allocation_sums.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// The traffic of one instruction in one allocation.
struct MatrixCell {
    static constexpr std::uint32_t outside = ~std::uint32_t{0}; ///< number of lanes' places in no allocation

    std::uint32_t instruction = 0;
    std::uint32_t allocation = outside; ///< index in info.allocations, or `outside`
    std::uint64_t active_lanes = 0;     ///< of the requests in `sums`; all active lanes of each
    /// As in the table of allocations: a request counts in each allocation in which it has a lane, and a
    /// sector in each allocation whose lanes ask for it.
    AllocationSums sums;
    friend bool operator==(const MatrixCell&, const MatrixCell&) = default;
};

/// Which instruction accessed which allocation over a whole recording, without write-backs of L1.
struct AccessMatrix {
    /// Recordings with more cells have none, so that a small file cannot take much memory.
    static constexpr std::size_t most_cells = std::size_t{1} << 20;

    std::vector<std::uint64_t> requests;     ///< [info.instructions]
    std::vector<std::uint64_t> active_lanes; ///< [info.instructions] added up over requests
    std::vector<MatrixCell> cells;           ///< those with requests, sorted by instruction and allocation
    bool has_too_many_cells = false;         ///< then `cells` is empty

    [[nodiscard]] std::uint64_t memory_bytes() const {
        return (requests.capacity() + active_lanes.capacity()) * sizeof(std::uint64_t) +
               cells.capacity() * sizeof(MatrixCell);
    }
};

} // namespace hitmap
