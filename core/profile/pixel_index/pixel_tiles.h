#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/pixel_index/pixel_slice.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// Rows of SparsePixels by tile.
class RowsByTile {
public:
    RowsByTile(SparsePixels rows, std::size_t columns, std::size_t tiles);
    /// Adds the rows of a tile, or subtracts them.
    void add_to(TileNumbers& numbers, std::size_t tile, bool subtract) const;
    /// Returns the tiles with rows.
    [[nodiscard]] std::vector<std::size_t> tiles() const;

private:
    SparsePixels rows_;
    std::size_t columns_;
    std::vector<std::uint32_t> order_; ///< rows, sorted by tile
    std::vector<std::uint32_t> first_; ///< [tiles + 1] index into order_
};

/// A range of intervals of time.
struct IntervalRange {
    std::size_t first = 0;
    std::size_t last = 0; ///< not included
};

/// The sums of the pixels over intervals of time. A pixel takes memory for the intervals in which a request
/// was made for it; these are few, since a pixel is computed in a small part of the time.
class PixelTiles {
public:
    /// @param columns  numbers of each pixel that are stored
    PixelTiles(std::size_t pixels, std::size_t columns)
        : columns_(columns), tiles_((pixels + pixels_of_a_tile - 1) / pixels_of_a_tile) {}
    [[nodiscard]] std::size_t count() const { return tiles_.size(); }
    [[nodiscard]] std::size_t columns() const { return columns_; }
    [[nodiscard]] std::uint64_t memory_bytes() const;

    /// Adds sums to an interval.
    void add(std::size_t interval, std::size_t tile, PixelSlice slice);
    /// Joins the slices of `intervals_a_new_one` consecutive intervals, which become one interval. 1: joins
    /// those of the same interval.
    void join(std::size_t intervals_a_new_one, ThreadPool& pool, const JobContext& job);
    /// Adds up all intervals, so that a sum over most intervals is the total without the others. Call after
    /// the last add() and join().
    void add_up(ThreadPool& pool, const JobContext& job);

    /// Adds the sums of a tile over a range of intervals.
    /// @param columns  [numbers.columns()] indices of the wanted columns among those that are stored
    void add_to(TileNumbers& numbers, std::size_t tile, IntervalRange range,
                const std::vector<std::size_t>& columns) const;
    /// Returns [columns()] the sums of a pixel over a range of intervals.
    [[nodiscard]] std::vector<std::uint64_t> numbers(std::size_t pixel, IntervalRange range) const;

private:
    struct OfInterval {
        std::size_t interval;
        PixelSlice slice;
    };
    struct Tile {
        std::vector<OfInterval> slices; ///< sorted by interval behind join()
        PixelSlice total;
    };
    void join(Tile& tile, std::size_t intervals_a_new_one) const;
    [[nodiscard]] std::vector<std::size_t> every_column() const;

    std::size_t columns_;
    std::vector<Tile> tiles_;
};

} // namespace hitmap
