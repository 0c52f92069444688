#include "core/profile/index/tile_snapshot.h"

#include "core/profile/encoding/bit_column.h"

#include <bit>
#include <functional>
#include <utility>

namespace hitmap {

namespace {

std::uint8_t width_of(const std::uint64_t* values, std::size_t count) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < count; ++i)
        bits |= values[i];
    return static_cast<std::uint8_t>((static_cast<unsigned>(std::bit_width(bits)) + 7) / 8);
}

constexpr std::size_t read_past = sizeof(std::uint64_t) - 1; ///< so that a value can be read as eight bytes

template <std::size_t width, class Combine>
void combine_column(const std::byte* column, std::size_t count, std::uint64_t* sums, Combine combine) {
    constexpr std::uint64_t mask = ~std::uint64_t{0} >> (64 - 8 * width);
    for (std::size_t i = 0; i < count; ++i)
        sums[i] = combine(sums[i], load<std::uint64_t>(column + i * width) & mask);
}

/// Calls visit with the width as a compile-time constant. The width must not be 0.
template <class Visit>
void visit_width(std::uint8_t width, Visit visit) {
    [&]<std::size_t... w>(std::index_sequence<w...>) {
        ((width == w + 1 ? visit(std::integral_constant<std::size_t, w + 1>()) : void()), ...);
    }
    (std::make_index_sequence<sizeof(std::uint64_t)>());
}

} // namespace

TileSnapshot::TileSnapshot(const TileSums& sums, ColumnSet kept, std::size_t elements, ScratchStore& store)
    : elements_(static_cast<std::uint32_t>(elements)) {
    for (std::size_t c = 0; c < column_count; ++c)
        if (kept.has(static_cast<Column>(c))) width_[c] = width_of(sums.columns[c].data(), elements);
    bytes_ = store.add(memory_bytes(), 0);
    std::byte* place = bytes_;
    for (std::size_t c = 0; c < column_count; ++c) {
        if (width_[c] == 0) continue;
        for (std::size_t i = 0; i < elements; ++i, place += width_[c])
            // Copies the low bytes, since the columns are little-endian (bit_column.h).
            std::memcpy(place, &sums.columns[c][i], width_[c]);
    }
}

std::uint64_t TileSnapshot::memory_bytes() const {
    std::uint64_t widths = 0;
    for (const std::uint8_t width : width_)
        widths += width;
    return widths * elements_ + read_past;
}

template <class Combine>
void TileSnapshot::apply(TileSums& sums, ColumnSet wanted, Combine combine) const {
    const std::byte* column = bytes_;
    for (std::size_t c = 0; c < column_count; column += std::size_t{width_[c]} * elements_, ++c) {
        if (!wanted.has(static_cast<Column>(c))) continue;
        std::uint64_t* out = sums.columns[c].data();
        visit_width(width_[c], [&](auto width) { combine_column<width>(column, elements_, out, combine); });
    }
}

void TileSnapshot::add_to(TileSums& sums, ColumnSet wanted) const {
    apply(sums, wanted, std::plus<>());
}

void TileSnapshot::subtract_from(TileSums& sums, ColumnSet wanted) const {
    apply(sums, wanted, std::minus<>());
}

} // namespace hitmap
