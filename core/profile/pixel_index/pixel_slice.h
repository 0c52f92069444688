#pragma once

#include "core/profile/pixel_index/sparse_pixels.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// Pixels are stored in tiles of consecutive pixels.
inline constexpr std::size_t pixels_of_a_tile = 4096;

/// The numbers of the pixels of one tile while they are added up: [columns][pixels_of_a_tile]. Differences
/// are taken modulo 2^64.
class TileNumbers {
public:
    explicit TileNumbers(std::size_t columns) : columns_(columns), numbers_(columns * pixels_of_a_tile) {}
    [[nodiscard]] std::size_t columns() const { return columns_; }
    [[nodiscard]] std::uint64_t* operator[](std::size_t column) {
        return numbers_.data() + column * pixels_of_a_tile;
    }
    [[nodiscard]] const std::uint64_t* operator[](std::size_t column) const {
        return numbers_.data() + column * pixels_of_a_tile;
    }
    void clear() { numbers_.assign(numbers_.size(), 0); }

private:
    std::size_t columns_;
    std::vector<std::uint64_t> numbers_;
};

/// The numbers of some pixels of a tile. Each column is as wide as its largest number.
class PixelSlice {
public:
    PixelSlice() = default;
    /// Stores the pixels of which a number is not 0.
    explicit PixelSlice(const TileNumbers& numbers);

    /// Number of pixels.
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::uint64_t memory_bytes() const { return sizeof *this + bytes_; }
    /// Adds some columns, or subtracts them.
    /// @param columns  [numbers.columns()] indices of the columns of the slice, in rising order
    /// @param stored   number of columns of the slice
    void add_to(TileNumbers& numbers, const std::vector<std::size_t>& columns, std::size_t stored,
                bool subtract) const;
    /// Returns a number of one pixel of the tile.
    [[nodiscard]] std::uint64_t number(std::size_t pixel, std::size_t column, std::size_t stored) const;

private:
    struct Place {
        const std::byte* at;
        unsigned width;
        unsigned shift;
    };
    [[nodiscard]] const std::byte* first_column(std::size_t stored) const;
    [[nodiscard]] Place place_of(std::size_t column, std::size_t stored) const;

    /// - widths and shifts of the columns, a byte each;
    /// - the pixels, 12 bits each, unless the slice has all pixels of the tile;
    /// - the columns. A column of more than 56 bits has 64.
    std::unique_ptr<std::byte[]> data_;
    std::uint32_t size_ = 0;
    std::uint32_t bytes_ = 0;
};

} // namespace hitmap
