#pragma once

#include "core/cache/results/sums_history.h"

#include <cstddef>
#include <cstdint>

namespace hitmap {

/// How rows of sums are numbered: the allocations, then the instructions, then everything.
struct TrafficRows {
    std::size_t allocations = 0;
    std::size_t instructions = 0;
    [[nodiscard]] std::size_t of_instruction(std::size_t i) const { return allocations + i; }
    [[nodiscard]] std::size_t of_everything() const { return allocations + instructions; }
    [[nodiscard]] std::size_t count() const { return allocations + instructions + 1; }
    /// Element accesses of an interval whose sums are kept apart: the more rows there are, the longer, so
    /// that adding them up takes no time and a block's sums about 2.5 MiB where each of its lanes accesses an
    /// element; more where lanes access several, and one row of everything at least.
    [[nodiscard]] std::uint32_t interval_accesses() const {
        constexpr std::size_t usual_rows = 64;
        return TrafficHistory::interval_accesses *
               static_cast<std::uint32_t>((count() + usual_rows - 1) / usual_rows);
    }
};

} // namespace hitmap
