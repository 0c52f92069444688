#pragma once

#include "core/cache/contents/free_places.h"
#include "core/cache/reuse/line_numbers.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// The hits of a set-associative cache with optimal replacement: MIN (Belady 1966), which evicts the line
/// whose next look-up is the furthest. Every line looked up is put in, as with the policies of SectoredCache:
/// nothing bypasses the cache.
///
/// The hits are counted without knowing the future. Between two look-ups of a line at times p and n of its
/// set, the line either stays, which is a hit at n, or not. It needs a way while other lines are looked up,
/// at the times p + 1 to n - 1, at each of which the line looked up has a way, too. So the lines that stay
/// are open intervals (p, n) of which at most ways - 1 cover any one time, and MIN is a greatest number of
/// such intervals. Taking intervals by rising end, each into the place that was free for the shortest time,
/// finds that number (Carlisle and Lloyd 1995), and their ends rise as the look-ups are made. The line
/// evicted at a time and the one put in then do not share it: (1, 3) and (2, 4) fit into one place. An
/// interval without a time in it needs no place.
///
/// Takes about 60 to 110 bytes per line whose next look-up may still hit, and 16 to 32 bytes per way.
class OptimalCache {
public:
    /// `sets` and `ways` must not be 0.
    /// @param first_limit  number of lines from which on lines that cannot hit any more are forgotten
    OptimalCache(std::uint64_t sets, std::uint64_t ways, std::size_t first_limit = 4096);

    /// Returns whether this look-up is one of the hits. A line must always be looked up in the same set,
    /// below `sets`.
    bool look_up(std::uint64_t set, std::uint64_t line);
    /// Empties the cache.
    void clear();
    [[nodiscard]] std::uint64_t memory_bytes() const;

private:
    struct Set {
        explicit Set(std::uint64_t ways) : places(ways - 1) {}
        FreePlaces places;
        std::uint64_t now = 0; ///< number of look-ups
    };
    struct Line {
        std::uint64_t number;
        std::uint64_t last; ///< time of the last look-up in its set, from 1
        std::uint64_t set;
    };
    void forget_lines_without_hits();

    std::uint64_t ways_;
    std::size_t first_limit_;
    std::size_t limit_; ///< number of lines at which lines are forgotten next
    std::vector<Set> sets_;
    LineNumbers numbers_;
    std::vector<Line> lines_; ///< by LineNumbers
};

} // namespace hitmap
