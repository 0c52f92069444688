#pragma once

#include "core/cache/results/sums_history.h"

#include <cstddef>
#include <cstdint>

namespace hitmap {

/// The numbering of rows of sums: first the allocations, then the instructions, then the total.
struct TrafficRows {
    std::size_t allocations = 0;
    std::size_t instructions = 0;
    [[nodiscard]] std::size_t of_instruction(std::size_t i) const { return allocations + i; }
    [[nodiscard]] std::size_t of_everything() const { return allocations + instructions; }
    [[nodiscard]] std::size_t count() const { return allocations + instructions + 1; }
    /// Returns the number of element accesses of an interval with separate sums. It grows with the number of
    /// rows. Therefore adding up takes little time, and the sums of a block take about 2.5 MiB if each lane
    /// accesses one element. They take more if lanes access several; there is at least one row of the total.
    [[nodiscard]] std::uint32_t interval_accesses() const {
        constexpr std::size_t usual_rows = 64; // up to this many rows, intervals have their normal length
        return TrafficHistory::interval_accesses *
               static_cast<std::uint32_t>((count() + usual_rows - 1) / usual_rows);
    }
};

} // namespace hitmap
