#include "core/profile/pixel_index/pixel_tiles.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hitmap {

RowsByTile::RowsByTile(SparsePixels rows, std::size_t columns, std::size_t tiles)
    : rows_(std::move(rows)), columns_(columns), order_(rows_.pixels.size()), first_(tiles + 1) {
    for (const std::uint32_t pixel : rows_.pixels)
        ++first_[pixel / pixels_of_a_tile + 1];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::size_t row = 0; row < rows_.pixels.size(); ++row)
        order_[next[rows_.pixels[row] / pixels_of_a_tile]++] = static_cast<std::uint32_t>(row);
}

void RowsByTile::add_to(TileNumbers& numbers, std::size_t tile, bool subtract) const {
    for (std::size_t i = first_[tile]; i < first_[tile + 1]; ++i) {
        const std::size_t row = order_[i];
        const std::size_t pixel = rows_.pixels[row] % pixels_of_a_tile;
        for (std::size_t c = 0; c < columns_; ++c) {
            const std::uint64_t number = rows_.numbers[row * columns_ + c];
            numbers[c][pixel] += subtract ? ~number + 1 : number;
        }
    }
}

std::vector<std::size_t> RowsByTile::tiles() const {
    std::vector<std::size_t> some;
    for (std::size_t tile = 0; tile + 1 < first_.size(); ++tile)
        if (first_[tile] != first_[tile + 1]) some.push_back(tile);
    return some;
}

std::uint64_t PixelTiles::memory_bytes() const {
    std::uint64_t bytes = tiles_.capacity() * sizeof(Tile);
    for (const Tile& tile : tiles_) {
        bytes += tile.total.memory_bytes() - sizeof(PixelSlice);
        bytes += tile.slices.capacity() * sizeof(OfInterval);
        for (const OfInterval& each : tile.slices)
            bytes += each.slice.memory_bytes() - sizeof(PixelSlice);
    }
    return bytes;
}

void PixelTiles::add(std::size_t interval, std::size_t tile, PixelSlice slice) {
    if (slice.size() != 0) tiles_[tile].slices.push_back({interval, std::move(slice)});
}

std::vector<std::size_t> PixelTiles::every_column() const {
    std::vector<std::size_t> all(columns_);
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

void PixelTiles::join(std::size_t intervals_a_new_one, ThreadPool& pool, const JobContext& job) {
    parallel_for(pool, tiles_.size(), 1, [&](std::size_t begin, std::size_t end) {
        job.check();
        for (std::size_t t = begin; t < end; ++t)
            join(tiles_[t], intervals_a_new_one);
    });
}

void PixelTiles::join(Tile& tile, std::size_t intervals_a_new_one) const {
    for (OfInterval& each : tile.slices)
        each.interval /= intervals_a_new_one;
    std::ranges::stable_sort(tile.slices, {}, &OfInterval::interval);
    std::vector<OfInterval> joined;
    TileNumbers sums(columns_);
    const auto all = every_column();
    for (std::size_t i = 0; i < tile.slices.size();) {
        const std::size_t interval = tile.slices[i].interval;
        std::size_t end = i + 1;
        while (end < tile.slices.size() && tile.slices[end].interval == interval)
            ++end;
        if (end == i + 1) {
            joined.push_back(std::move(tile.slices[i]));
        } else {
            sums.clear();
            for (std::size_t k = i; k < end; ++k)
                tile.slices[k].slice.add_to(sums, all, columns_, false);
            joined.push_back({interval, PixelSlice(sums)});
        }
        i = end;
    }
    joined.shrink_to_fit();
    tile.slices = std::move(joined);
}

void PixelTiles::add_up(ThreadPool& pool, const JobContext& job) {
    const auto all = every_column();
    parallel_for(pool, tiles_.size(), 1, [&](std::size_t begin, std::size_t end) {
        job.check();
        TileNumbers sums(columns_);
        for (std::size_t t = begin; t < end; ++t) {
            sums.clear();
            for (const OfInterval& each : tiles_[t].slices)
                each.slice.add_to(sums, all, columns_, false);
            tiles_[t].total = PixelSlice(sums);
        }
    });
}

void PixelTiles::add_to(TileNumbers& numbers, std::size_t tile, IntervalRange range,
                        const std::vector<std::size_t>& columns) const {
    const auto& slices = tiles_[tile].slices;
    const auto is_in = [&](const OfInterval& each) {
        return each.interval >= range.first && each.interval < range.last;
    };
    std::size_t inside = 0;
    std::size_t outside = tiles_[tile].total.size();
    for (const OfInterval& each : slices)
        (is_in(each) ? inside : outside) += each.slice.size();
    const bool from_total = outside < inside;
    if (from_total) tiles_[tile].total.add_to(numbers, columns, columns_, false);
    for (const OfInterval& each : slices)
        if (is_in(each) != from_total) each.slice.add_to(numbers, columns, columns_, from_total);
}

std::vector<std::uint64_t> PixelTiles::numbers(std::size_t pixel, IntervalRange range) const {
    std::vector<std::uint64_t> sums(columns_);
    for (const OfInterval& each : tiles_[pixel / pixels_of_a_tile].slices)
        if (each.interval >= range.first && each.interval < range.last)
            for (std::size_t c = 0; c < columns_; ++c)
                sums[c] += each.slice.number(pixel % pixels_of_a_tile, c, columns_);
    return sums;
}

} // namespace hitmap
