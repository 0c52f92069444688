#pragma once

#include <cstdint>
#include <vector>

namespace hitmap {

/// The allocations and the instructions whose look-ups count for elements, where not all do.
struct CountedParts {
    std::vector<std::uint8_t> allocations;  ///< [info.allocations] 1 where they count; empty: all
    std::vector<std::uint8_t> instructions; ///< [info.instructions] the same
    [[nodiscard]] bool everything() const { return allocations.empty() && instructions.empty(); }
    [[nodiscard]] bool counts_instruction(std::uint32_t i) const {
        return instructions.empty() || instructions[i] != 0;
    }
    [[nodiscard]] bool counts_allocation(std::size_t i) const {
        return allocations.empty() || allocations[i] != 0;
    }
};

} // namespace hitmap
