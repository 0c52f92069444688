#pragma once

#include "core/cache/coalesce.h"
#include "core/cache/line_numbers.h"
#include "core/cache/reuse_stack.h"

#include <array>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Reuse distances of the sectors of one cache, with which fully associative LRU caches of all capacities are
/// simulated at once (Mattson et al. 1970, for lines with sectors).
///
/// The distance of a look-up of a sector is the largest reuse distance of its line since the sector was last
/// filled, the present use included; `cold` where it never was, or was dropped since. A fully associative LRU
/// cache of C lines hits exactly where it is below C: its line has not been evicted since.
///
/// A store that only looks (look_up) uses its line where the cache has it, which depends on the capacity: on
/// the present one here. So distances are exact for the present capacity, and for every other in which such
/// stores do the same.
class SectorReuse {
public:
    static constexpr std::uint32_t cold = ReuseStack::cold;
    /// [sectors of a line]
    using Distances = std::array<std::uint32_t, 8>;

    /// `capacity`: the present one, in lines.
    explicit SectorReuse(std::uint64_t capacity) : capacity_(capacity), stack_(0) {}

    /// Each returns the distances of all sectors of the line, good until the next call.
    ///
    /// The line is used; `fill` are there afterwards.
    const Distances& access(std::uint64_t line, LineSectors fill);
    /// The line is used where the present capacity has it.
    const Distances& look_up(std::uint64_t line);
    /// The line is not used; `sectors` are there no more.
    const Distances& drop(std::uint64_t line, LineSectors sectors);
    /// Forgets all lines.
    void clear();

private:
    [[nodiscard]] std::uint32_t number_of(std::uint64_t line);

    std::uint64_t capacity_;
    LineNumbers lines_;
    ReuseStack stack_;
    std::vector<Distances> pushed_; ///< [lines_][sector] largest distance of the line since it was filled
    Distances answer_{};
};

} // namespace hitmap
