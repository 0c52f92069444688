#pragma once

#include "render/view/colour_range.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// How many elements have which value, over a colour range. Every element is counted once.
struct Histogram {
    std::vector<std::uint64_t>
        bins;                ///< of equal width from range.min to range.max; the last one holds both ends
    std::uint64_t below = 0; ///< less than range.min
    std::uint64_t above = 0;
    std::uint64_t without = 0; ///< NaN: not accessed; in a difference by neither
    std::uint64_t only_a = 0;  ///< of a difference: -infinity
    std::uint64_t only_b = 0;
    friend bool operator==(const Histogram&, const Histogram&) = default;

    [[nodiscard]] std::uint64_t largest_bin() const;
};

/// values: arrays of any number of elements, e.g. those of faces and of boxes; bins: at least 1.
[[nodiscard]] Histogram make_histogram(std::span<const std::span<const float>> values,
                                       const ColourRange& range, std::size_t bins);

} // namespace hitmap
