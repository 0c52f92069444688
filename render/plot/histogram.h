#pragma once

#include "render/view/colour_range.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// The number of elements in each interval of values over a colour range. Every element is counted exactly
/// once.
struct Histogram {
    std::vector<std::uint64_t>
        /// Intervals of equal width from range.min to range.max; the last one includes both of its ends.
        bins;
    std::uint64_t below = 0; ///< values less than range.min
    std::uint64_t above = 0;
    std::uint64_t without = 0; ///< NaN: not accessed; in a difference, on neither side
    std::uint64_t only_a = 0;  ///< only in a difference: -infinity
    std::uint64_t only_b = 0;
    friend bool operator==(const Histogram&, const Histogram&) = default;

    [[nodiscard]] std::uint64_t largest_bin() const;
};

/// values: arrays of any number of elements, e.g. of faces and of boxes; bins: at least 1.
[[nodiscard]] Histogram make_histogram(std::span<const std::span<const float>> values,
                                       const ColourRange& range, std::size_t bins);

} // namespace hitmap
