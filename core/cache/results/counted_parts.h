#pragma once

#include <cstdint>
#include <vector>

namespace hitmap {

/// The allocations and the instructions whose look-ups are counted for elements, if some are excluded.
struct CountedParts {
    std::vector<std::uint8_t> allocations;  ///< [info.allocations] 1: counted; empty: all are counted
    std::vector<std::uint8_t> instructions; ///< [info.instructions] 1: counted; empty: all are counted
    [[nodiscard]] bool everything() const { return allocations.empty() && instructions.empty(); }
    [[nodiscard]] bool counts_instruction(std::uint32_t i) const {
        return instructions.empty() || instructions[i] != 0;
    }
    [[nodiscard]] bool counts_allocation(std::size_t i) const {
        return allocations.empty() || allocations[i] != 0;
    }
};

} // namespace hitmap
