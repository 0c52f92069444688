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

/// Reuse distances of the sectors of one cache. They simulate fully associative LRU caches of all capacities
/// at once (Mattson et al. 1970, for lines with sectors).
///
/// The distance of a look-up of a sector is the largest reuse distance of its line since the sector was last
/// filled, including the current use. It is `cold` if the sector was never filled, or was dropped since. A
/// fully associative LRU cache of C lines hits exactly if this distance is below C, since then its line has
/// not been evicted in the meantime.
///
/// Sectors that are stored in part (store()) have a distance for each byte: a cache has the bytes whose
/// distances are below its capacity. A load hits if the cache has all bytes, a store if it has any.
///
/// A store that does not allocate (look_up) uses its line only if the cache has it, which depends on the
/// capacity; the present one is used. Distances are therefore exact for the present capacity, and for all
/// others in which such stores hit and miss alike.
class SectorReuse {
public:
    static constexpr std::uint32_t cold = ReuseStack::cold;
    /// [sectors of a line]
    using Distances = std::array<std::uint32_t, 8>;

    /// `capacity`: the present capacity in lines.
    explicit SectorReuse(std::uint64_t capacity) : capacity_(capacity), stack_(0) {}

    /// Each of these functions returns the distances of all sectors of the line. The reference is valid until
    /// the next call.
    ///
    /// access() uses the line. Afterwards the sectors `fill` are valid.
    const Distances& access(std::uint64_t line, LineSectors fill);
    /// Uses the line. Afterwards `whole` of the `sectors` are valid; the others have the bytes_of(sector),
    /// bit b for byte b, in addition to those before. The distance of a sector is that of its nearest byte.
    /// It must not be combined with look_up() and drop().
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
    /// Uses the line if a cache of the present capacity has it.
    const Distances& look_up(std::uint64_t line);
    /// Does not use the line. Afterwards `sectors` are invalid.
    const Distances& drop(std::uint64_t line, LineSectors sectors);
    /// Removes all lines.
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
    /// [lines_][sector] Largest distance of the line since the whole sector was last valid: that of its
    /// farthest byte.
    std::vector<Distances> pushed_;
    std::vector<LineSectors> in_part_; ///< [lines_] sectors whose bytes have their own distances
    /// Their distances, by line and sector.
    std::unordered_map<std::uint64_t, ByteDistances, SaltedHash> bytes_;
    Distances answer_{};
};

} // namespace hitmap
