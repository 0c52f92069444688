#pragma once

#include "core/base/salted_hash.h"
#include "core/cache/coalescing/coalesce.h"
#include "core/cache/reuse/line_numbers.h"
#include "core/cache/reuse/reuse_stack.h"

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace hitmap {

/// Reuse distances of the sectors of one cache, with which fully associative LRU caches of all capacities are
/// simulated at once (Mattson et al. 1970, for lines with sectors).
///
/// The distance of a look-up of a sector is the largest reuse distance of its line since the sector was last
/// filled, the present use included; `cold` where it never was, or was dropped since. A fully associative LRU
/// cache of C lines hits exactly where it is below C: its line has not been evicted since.
///
/// Sectors that are stored in part (store()) have a distance for each byte: a cache has those that are below
/// its capacity. A load hits where it has all of them, a store where it has any.
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
    /// The line is used; of `sectors`, `whole` are there afterwards, of the others the bytes_of(sector), bit
    /// b being byte b, besides those that were. Distances are those of the nearest byte. Not to be mixed with
    /// look_up() and drop().
    template <class BytesOf>
    const Distances& store(std::uint64_t line, LineSectors sectors, LineSectors whole,
                           const BytesOf& bytes_of) {
        const std::uint32_t number = number_of(line);
        const std::uint32_t distance = stack_.look_up(number);
        for (unsigned s = 0; s < answer_.size(); ++s) {
            const std::uint32_t bytes = (whole >> s & 1U) != 0     ? all_bytes
                                        : (sectors >> s & 1U) != 0 ? bytes_of(s)
                                                                   : 0;
            answer_[s] = store_bytes(number, s, distance, bytes);
        }
        return answer_;
    }
    /// The line is used where the present capacity has it.
    const Distances& look_up(std::uint64_t line);
    /// The line is not used; `sectors` are there no more.
    const Distances& drop(std::uint64_t line, LineSectors sectors);
    /// Forgets all lines.
    void clear();

private:
    static constexpr std::uint32_t all_bytes = ~std::uint32_t{0};
    /// [bytes of a sector]
    using ByteDistances = std::array<std::uint32_t, 32>;

    [[nodiscard]] std::uint32_t number_of(std::uint64_t line);
    [[nodiscard]] std::uint32_t store_bytes(std::uint32_t number, unsigned sector, std::uint32_t distance,
                                            std::uint32_t bytes);
    void use_parts(std::uint32_t number, std::uint32_t distance, LineSectors filled);

    std::uint64_t capacity_;
    LineNumbers lines_;
    ReuseStack stack_;
    /// [lines_][sector] largest distance of the line since all of it was there last: that of the farthest
    /// byte.
    std::vector<Distances> pushed_;
    std::vector<LineSectors> in_part_; ///< [lines_] whose bytes have distances of their own
    std::unordered_map<std::uint64_t, ByteDistances, SaltedHash> bytes_; ///< those, by line and sector
    Distances answer_{};
};

} // namespace hitmap
