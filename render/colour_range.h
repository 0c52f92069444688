#pragma once

#include "render/view.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hitmap {

/// How the values of a metric are written beside a colour bar.
enum class ValueStyle : std::uint8_t {
    percent, ///< 0.873 -> "87.3 %"
    count,   ///< 12345 -> "12 345", grouped with thin spaces (U+2009)
    number   ///< up to 4 significant digits; whole and grouped from 1000 on
};

/// The values at the two ends of a colour bar. min < max, both finite; the same object feeds shader and bar.
struct ColourRange {
    float min = 0.0F;
    float max = 1.0F;
    bool values_below = false; ///< some value is clamped to the low end: draw an arrow head there
    bool values_above = false;
    friend bool operator==(const ColourRange&, const ColourRange&) = default;

    /// 0 at min, 1 at max, not clamped.
    [[nodiscard]] float normalised(float value) const { return (value - min) / (max - min); }
};

/// Smallest and largest finite value over all the given arrays; nothing where there is none. NaN and infinite
/// values are skipped.
struct DataExtent {
    float min;
    float max;
};
[[nodiscard]] std::optional<DataExtent> data_extent(std::span<const std::span<const float>> values);

/// The range of `mode`. full: 0..1 for percentages and 0..largest value for others; data: smallest to largest
/// value; manual: `manual_min` to `manual_max` (an empty, reversed or non-finite one is repaired). Where all
/// values are equal the range is widened, so that min < max always holds.
[[nodiscard]] ColourRange make_colour_range(RangeMode mode, ValueStyle style,
                                            const std::optional<DataExtent>& data, float manual_min = 0.0F,
                                            float manual_max = 1.0F);

/// Values inside the range at steps of 1, 2 or 5 times a power of ten (counts: whole numbers), at most
/// `at_most` of them and at least two where at_most allows; exact decimals, rising.
[[nodiscard]] std::vector<double> round_ticks(const ColourRange& range, ValueStyle style, int at_most);

/// Text of a value; `step` is the distance of the ticks and decides the decimals (0: one decimal for
/// percentages). C locale decimal point.
[[nodiscard]] std::string value_label(double value, ValueStyle style, double step = 0.0);

} // namespace hitmap
