#pragma once

#include "render/view/view.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hitmap {

/// How the values of a metric are written beside a colour bar.
enum class ValueStyle : std::uint8_t {
    percent, ///< 0.873 -> "87.3 %"
    count,   ///< 12345 -> "12 345", grouped with thin spaces (U+2009)
    number,  ///< up to 4 significant digits; whole and grouped from 1000 on
    // Differences: the sign is always written, a minus as U+2212.
    percentage_points, ///< 0.031 -> "+3.1 pp"
    signed_count,      ///< "+12 345"
    signed_number
};
[[nodiscard]] constexpr bool is_difference(ValueStyle style) {
    return style >= ValueStyle::percentage_points;
}

/// The values at the two ends of a colour bar. min < max, both finite; the same object feeds shader and bar.
struct ColourRange {
    float min = 0.0F;
    float max = 1.0F;
    bool values_below = false; ///< some value is clamped to the low end: draw an arrow head there
    bool values_above = false;
    /// The ends are the 1st and the 99th percentile; of differences, the 99th percentile of their magnitudes
    /// on both sides of 0.
    bool percentiles = false;
    bool of_several = false; ///< the percentiles are the widest of those of several views
    /// Values are differences B - A: they take the diverging map, of which the middle is 0; +infinity stands
    /// for elements that B alone accesses, -infinity for those of A alone, NaN for those of neither.
    bool difference = false;
    friend bool operator==(const ColourRange&, const ColourRange&) = default;

    /// 0 at min, 1 at max, not clamped.
    [[nodiscard]] float normalised(float value) const { return (value - min) / (max - min); }
};

/// Where values lie.
struct DataExtent {
    float min;
    float max;
    float low = std::numeric_limits<float>::quiet_NaN();  ///< 1st percentile; NaN where it is not known
    float high = std::numeric_limits<float>::quiet_NaN(); ///< 99th percentile
    bool of_several = false; ///< low and high are the widest of the percentiles of several arrays
};
/// Smallest and largest finite value over all the given arrays; nothing where there is none. NaN and infinite
/// values are skipped.
[[nodiscard]] std::optional<DataExtent> data_extent(std::span<const std::span<const float>> values);
/// The same of one array, with percentiles, which are values of the array: of n finite ones by size, those at
/// floor((n - 1) / 100) and, from the other end, at the same place. So of up to 100 values they are the ends.
[[nodiscard]] std::optional<DataExtent> robust_extent(std::span<const float> values);
/// The same of differences, whose percentiles are those of their magnitudes: `high` is the 99th, at
/// floor((n - 1) / 100) from the largest, and `low` is -high.
[[nodiscard]] std::optional<DataExtent> difference_extent(std::span<const float> values);
/// Holds both; the widest of the percentiles of those that know them.
[[nodiscard]] std::optional<DataExtent> joined(const std::optional<DataExtent>& a,
                                               const std::optional<DataExtent>& b);
/// Of what a view draws of them (of both, where it draws neither); percentiles are those of the faces or,
/// where no face is drawn, of the boxes: a few boxes have many times the accesses of any face.
[[nodiscard]] std::optional<DataExtent> drawn_extent(const View& view, const std::optional<DataExtent>& faces,
                                                     const std::optional<DataExtent>& boxes);

/// The range of `mode`. full: 0..1 for percentages and 0..largest value for others; data: smallest to largest
/// value; percentiles: the 1st to the 99th, or as data where they are equal or not known; manual:
/// `manual_min` to `manual_max` (an empty, reversed or non-finite one is repaired);
/// all_frames: `all_frames`, or as data while that is not known. Where all values are equal the range is
/// widened, so that min < max always holds. Ranges of differences are symmetric around 0 in every mode (full:
/// -1..1 for percentage points): the end that is farther from 0 decides.
[[nodiscard]] ColourRange make_colour_range(RangeMode mode, ValueStyle style,
                                            const std::optional<DataExtent>& data, float manual_min = 0.0F,
                                            float manual_max = 1.0F,
                                            const std::optional<DataExtent>& all_frames = std::nullopt);

/// What the ends of a range of that mode are, for the colour bar: "1st to 99th percentile", or of what else.
[[nodiscard]] std::string_view range_text(RangeMode mode, const ColourRange& range);

/// Values inside the range at steps of 1, 2 or 5 times a power of ten (counts: whole numbers), at most
/// `at_most` of them and at least two where at_most allows; exact decimals, rising.
[[nodiscard]] std::vector<double> round_ticks(const ColourRange& range, ValueStyle style, int at_most);

/// Text of a value; `step` is the distance of the ticks and decides the decimals (0: one decimal for
/// percentages, more where it would read as 0 % or 100 % and is not; a decimal for counts that are
/// fractions). C locale decimal point.
[[nodiscard]] std::string value_label(double value, ValueStyle style, double step = 0.0);

} // namespace hitmap
