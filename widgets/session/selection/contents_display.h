#pragma once

#include "core/cache/results/level.h"

#include <cstdint>
#include <optional>

namespace hitmap {

/// What the cells of the matrix of evictions show.
enum class EvictionValue : std::uint8_t {
    evictions,   ///< lines that were evicted
    asked_again, ///< those that were put in again later: the reuse that the evictions cost
    dirty,       ///< those that had to be written back
};

/// Which lines the matrix of evictions tells apart.
enum class EvictionKind : std::uint8_t {
    allocations,
    box_levels, ///< lines of boxes by their level in the tree
};

/// The two parts of the panel.
enum class ContentsPart : std::uint8_t {
    shares, ///< shares of the capacity, who evicts whom, and the optimum
    sets,   ///< the lines of each set over time
};

/// What the colours of the lines of sets show.
enum class SetColour : std::uint8_t {
    allocation,
    box_level, ///< level in the tree of the box that the line was put in for
    age,       ///< positions since the last use
};

/// What the panel of cache contents of a pane shows.
struct ContentsDisplay {
    ContentsPart part = ContentsPart::shares;
    Level level = Level::l1;
    std::optional<std::uint32_t> sm{}; ///< the SM whose L1 is shown; no value: those of all SMs together
    EvictionValue value = EvictionValue::evictions;
    EvictionKind kind = EvictionKind::allocations;
    SetColour colour = SetColour::allocation;
    friend bool operator==(const ContentsDisplay&, const ContentsDisplay&) = default;
};

} // namespace hitmap
