#pragma once

#include "core/base/salted_hash.h"
#include "core/trace/model/request.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Remembers which rays wrote the dirty sectors of local memory in the L1 caches. A sector has the words of
/// eight lanes.
class DirtySectors {
public:
    static constexpr std::size_t lanes_of_a_sector = 8;
    /// For each word of a sector, the ray that wrote it, or `no_ray`.
    using Writers = std::array<std::uint32_t, lanes_of_a_sector>;
    static constexpr std::uint32_t no_ray =
        0xfffffffe; ///< is not LaneTagTracker::none, which is a writer without a tag

    /// The sector becomes dirty, if it is not: some words of it were written. `written`: bit i is set if word
    /// i was. `rays`: those of the lanes.
    void note(std::uint64_t sector, std::uint32_t written,
              std::span<const std::uint32_t, lanes_of_a_sector> rays);
    /// Returns the rays that made a sector dirty, which is clean from now on. If it was clean, all are
    /// `no_ray`.
    [[nodiscard]] Writers take(std::uint64_t sector);
    /// All sectors are clean from now on.
    void clear();

private:
    /// Neighbouring sectors mostly become dirty, and are written back, together.
    static constexpr std::size_t sectors_a_line = 4;
    /// Neighbouring lines are the stack of one warp: they lie side by side in the table.
    static constexpr std::size_t lines_together = 8;
    struct Line {
        std::uint64_t number = 0; ///< of a sector / sectors_a_line
        std::uint32_t dirty = 0;  ///< bit s: sector s is dirty, and sectors[s] says who wrote it
        std::array<Writers, sectors_a_line> sectors;
    };
    [[nodiscard]] std::uint32_t& place_of(std::uint64_t number);
    [[nodiscard]] Line* find(std::uint64_t number);
    void add(std::uint64_t number);
    void make_room();

    /// Lines whose sectors are all clean stay until there is no room, since they mostly become dirty again.
    std::vector<Line> lines_;
    /// A hash table with linear probing: the index of a line, plus 1, or 0. Its size is a power of two, and
    /// at least twice the capacity of lines_.
    std::vector<std::uint32_t> places_;
    Line* last_ = nullptr; ///< the line that was used last
    SaltedHash hash_;
};

} // namespace hitmap
