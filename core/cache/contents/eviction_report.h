#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// The evictions of lines of one kind by lines of another, or of the same. Kinds are allocations or levels of
/// boxes.
struct EvictionCell {
    std::optional<std::uint32_t> evicted;  ///< kind of the lines when they were put in; no value: of none
    std::optional<std::uint32_t> evicting; ///< kind of the uses that put another line in their place
    std::uint64_t evictions = 0;
    /// Those whose line was put in again later: the reuse that they cost. At most one later miss belongs to
    /// an eviction, since the line is present after it.
    std::uint64_t asked_again = 0;
    std::uint64_t dirty = 0; ///< those whose line had dirty sectors, which were written back

    friend bool operator==(const EvictionCell&, const EvictionCell&) = default;
};

/// Who evicts whom in one level. Cells without evictions are left out; the others are sorted by their kinds,
/// those without one last.
struct LevelEvictions {
    std::vector<EvictionCell> allocations; ///< by index of the allocation
    /// By level of the box in whose slot the first sector asked for of the line begins. Empty if the levels
    /// of boxes are not known.
    std::vector<EvictionCell> box_levels;
    friend bool operator==(const LevelEvictions&, const LevelEvictions&) = default;
};

struct EvictionReport {
    LevelEvictions l1; ///< all SMs
    LevelEvictions l2;
    friend bool operator==(const EvictionReport&, const EvictionReport&) = default;
};

} // namespace hitmap
