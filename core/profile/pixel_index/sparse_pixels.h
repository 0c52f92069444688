#pragma once

#include "core/profile/pixels/pixel_columns.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// The columns of PixelCounts that are wanted, each with its place in a row of numbers.
class WantedColumns {
public:
    WantedColumns() = default;
    explicit WantedColumns(PixelColumnSet set) : set_(set) {
        for (std::size_t i = 0; i < pixel_column_count; ++i)
            if (set.has(static_cast<PixelColumn>(i)) && is_counted(static_cast<PixelColumn>(i)))
                columns_.push_back(static_cast<PixelColumn>(i));
    }
    [[nodiscard]] PixelColumnSet set() const { return set_; }
    [[nodiscard]] std::size_t size() const { return columns_.size(); }
    [[nodiscard]] PixelColumn operator[](std::size_t place) const { return columns_[place]; }
    [[nodiscard]] auto begin() const { return columns_.begin(); }
    [[nodiscard]] auto end() const { return columns_.end(); }
    /// Returns the place of a column that is wanted.
    [[nodiscard]] std::size_t place_of(PixelColumn column) const {
        std::size_t place = 0;
        while (columns_[place] != column)
            ++place;
        return place;
    }

private:
    /// Kinds that the table does not have have no accesses.
    [[nodiscard]] static bool is_counted(PixelColumn column) {
        const auto kind = std::ranges::find(pixel_access_columns, column) - pixel_access_columns.begin();
        return static_cast<std::size_t>(kind) < element_kind_count() ||
               static_cast<std::size_t>(kind) == pixel_access_columns.size();
    }

    PixelColumnSet set_;
    std::vector<PixelColumn> columns_;
};

/// Rows of numbers of some pixels, in any order. A pixel may have several rows, which add up.
struct SparsePixels {
    std::vector<std::uint32_t> pixels;
    std::vector<std::uint64_t> numbers; ///< [pixels][wanted columns]
};

} // namespace hitmap
