#include "core/profile/pixel_index/pixel_slice.h"

#include "core/profile/encoding/bit_column.h"

#include <algorithm>
#include <array>
#include <bit>

namespace hitmap {

namespace {

constexpr unsigned pixel_bits = 12;
static_assert(std::size_t{1} << pixel_bits == pixels_of_a_tile);
constexpr unsigned most_narrow_bits = 56; ///< a number and the bits before it in its first byte are one word
constexpr std::size_t padding = 8;        ///< bytes that are read past the last column

/// Returns value i of a column of up to 56 bits, or of 64.
inline std::uint64_t wide_bits_at(const std::byte* column, unsigned width, std::size_t i) {
    const std::size_t bit = i * width;
    const auto word = load<std::uint64_t>(column + bit / 8);
    if (width == 64) return word;
    return word >> (bit % 8) & ((std::uint64_t{1} << width) - 1);
}

void put(BitWriter& writer, std::uint64_t value, unsigned width) {
    writer.put(static_cast<std::uint32_t>(width < 32 ? value : value & 0xffffffffU), std::min(width, 32U));
    if (width > 32) writer.put(static_cast<std::uint32_t>(value >> 32), width - 32);
}

} // namespace

PixelSlice::PixelSlice(const TileNumbers& numbers) {
    const std::size_t stored = numbers.columns();
    std::vector<std::uint64_t> any(pixels_of_a_tile);
    std::vector<std::uint64_t> bits(stored);
    for (std::size_t c = 0; c < stored; ++c)
        for (std::size_t i = 0; i < pixels_of_a_tile; ++i) {
            any[i] |= numbers[c][i];
            bits[c] |= numbers[c][i];
        }
    std::vector<std::uint32_t> pixels;
    for (std::uint32_t i = 0; i < pixels_of_a_tile; ++i)
        if (any[i] != 0) pixels.push_back(i);
    if (pixels.empty()) return;
    size_ = static_cast<std::uint32_t>(pixels.size());
    const bool is_full = pixels.size() == pixels_of_a_tile;
    std::vector<std::byte> head(2 * stored);
    std::size_t bytes = head.size() + (is_full ? 0 : bit_column_bytes(pixels.size(), pixel_bits));
    for (std::size_t c = 0; c < stored; ++c) {
        const unsigned shift = bits[c] == 0 ? 0 : static_cast<unsigned>(std::countr_zero(bits[c]));
        auto width = static_cast<unsigned>(std::bit_width(bits[c] >> shift));
        if (width > most_narrow_bits) width = 64;
        head[2 * c] = static_cast<std::byte>(width);
        head[2 * c + 1] = static_cast<std::byte>(width == 64 ? 0 : shift);
        bytes += bit_column_bytes(pixels.size(), width);
    }
    bytes_ = static_cast<std::uint32_t>(bytes + padding);
    data_ = std::make_unique<std::byte[]>(bytes_);
    std::byte* at = std::ranges::copy(head, data_.get()).out;
    if (!is_full) {
        BitWriter writer(at);
        for (const std::uint32_t pixel : pixels)
            writer.put(pixel, pixel_bits);
        writer.flush();
    }
    for (std::size_t c = 0; c < stored; ++c) {
        BitWriter writer(at);
        const auto width = static_cast<unsigned>(head[2 * c]);
        const auto shift = static_cast<unsigned>(head[2 * c + 1]);
        for (const std::uint32_t pixel : pixels)
            put(writer, numbers[c][pixel] >> shift, width);
        writer.flush();
    }
}

const std::byte* PixelSlice::first_column(std::size_t stored) const {
    return data_.get() + 2 * stored + (size_ == pixels_of_a_tile ? 0 : bit_column_bytes(size_, pixel_bits));
}

PixelSlice::Place PixelSlice::place_of(std::size_t column, std::size_t stored) const {
    const std::byte* at = first_column(stored);
    for (std::size_t c = 0; c < column; ++c)
        at += bit_column_bytes(size_, static_cast<unsigned>(data_[2 * c]));
    return {at, static_cast<unsigned>(data_[2 * column]), static_cast<unsigned>(data_[2 * column + 1])};
}

void PixelSlice::add_to(TileNumbers& numbers, const std::vector<std::size_t>& columns, std::size_t stored,
                        bool subtract) const {
    if (size_ == 0) return;
    const bool is_full = size_ == pixels_of_a_tile;
    std::array<std::uint16_t, pixels_of_a_tile> pixels; // NOLINT(*-member-init): only the first are read
    for (std::size_t i = 0; i < size_ && !is_full; ++i)
        pixels[i] = static_cast<std::uint16_t>(bits_at(data_.get() + 2 * stored, pixel_bits, i));
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const Place place = place_of(columns[c], stored);
        if (place.width == 0) continue;
        std::uint64_t* const sums = numbers[c];
        const auto add = [&](std::size_t i) {
            const std::uint64_t number = wide_bits_at(place.at, place.width, i) << place.shift;
            sums[is_full ? i : pixels[i]] += subtract ? ~number + 1 : number;
        };
        for (std::size_t i = 0; i < size_; ++i)
            add(i);
    }
}

std::uint64_t PixelSlice::number(std::size_t pixel, std::size_t column, std::size_t stored) const {
    std::size_t i = pixel;
    if (size_ != pixels_of_a_tile) {
        std::size_t end = size_;
        for (i = 0; i < end;) {
            const std::size_t middle = i + (end - i) / 2;
            if (bits_at(data_.get() + 2 * stored, pixel_bits, middle) < pixel)
                i = middle + 1;
            else
                end = middle;
        }
        if (i == size_ || bits_at(data_.get() + 2 * stored, pixel_bits, i) != pixel) return 0;
    }
    const Place place = place_of(column, stored);
    return place.width == 0 ? 0 : wide_bits_at(place.at, place.width, i) << place.shift;
}

} // namespace hitmap
