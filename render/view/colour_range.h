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

/// The format of a metric's values at a colour bar.
enum class ValueStyle : std::uint8_t {
    percent, ///< 0.873 -> "87.3 %"
    count,   ///< 12345 -> "12 345", grouped with thin spaces (U+2009)
    number,  ///< up to 4 significant digits; from 1000 on whole numbers, grouped
    // Formats of differences always have a sign; a minus is U+2212.
    percentage_points, ///< 0.031 -> "+3.1 pp"
    signed_count,      ///< "+12 345"
    signed_number
};
[[nodiscard]] constexpr bool is_difference(ValueStyle style) {
    return style >= ValueStyle::percentage_points;
}

/// The values at the two ends of a colour bar. min < max, both finite. Shader and colour bar use the same
/// object.
struct ColourRange {
    float min = 0.0F;
    float max = 1.0F;
    bool values_below = false; ///< whether some value is clamped to the low end, which then has an arrow head
    bool values_above = false;
    /// The ends are the 1st and the 99th percentile; for differences, plus and minus the 99th percentile of
    /// the magnitudes.
    bool percentiles = false;
    bool of_several = false; ///< whether the percentiles are the widest of several views
    /// Whether values are differences B - A. They use the diverging map with 0 in the middle; +infinity
    /// stands for elements that only B accesses, -infinity for those that only A accesses, NaN for those that
    /// neither accesses.
    bool difference = false;
    bool of_all_frames = false; ///< whether the ends are of values of all frames, and these are known
    friend bool operator==(const ColourRange&, const ColourRange&) = default;

    /// 0 at min, 1 at max, not clamped.
    [[nodiscard]] float normalised(float value) const { return (value - min) / (max - min); }
};

/// The extent of values.
struct DataExtent {
    float min;
    float max;
    float low = std::numeric_limits<float>::quiet_NaN();  ///< 1st percentile; NaN if not known
    float high = std::numeric_limits<float>::quiet_NaN(); ///< 99th percentile; NaN if not known
    bool of_several = false;    ///< whether low and high are the widest percentiles of several arrays
    bool of_all_frames = false; ///< whether the values are those of all frames (extent_of_all_frames())
};
/// Returns the smallest and the largest finite value of all arrays; no value if there is none. NaN and
/// infinite values are skipped.
[[nodiscard]] std::optional<DataExtent> data_extent(std::span<const std::span<const float>> values);
/// The same for one array, with percentiles. These are values of the array: of n sorted finite values, those
/// at index floor((n - 1) / 100) from either end. With up to 100 values they are the ends.
[[nodiscard]] std::optional<DataExtent> robust_extent(std::span<const float> values);
/// The same for differences. Percentiles are those of magnitudes: `high` is the value at index floor((n - 1)
/// / 100) from the largest, and `low` is -high.
[[nodiscard]] std::optional<DataExtent> difference_extent(std::span<const float> values);
/// Returns an extent that contains both, with the widest of the known percentiles.
[[nodiscard]] std::optional<DataExtent> joined(const std::optional<DataExtent>& a,
                                               const std::optional<DataExtent>& b);
/// Returns the extent of the kinds that a view colours. The percentiles are those of the first of them with
/// values, thus of faces before boxes, since a few boxes have many times the accesses of any face.
[[nodiscard]] std::optional<DataExtent> drawn_extent(const View& view,
                                                     const PerKind<std::optional<DataExtent>>& extents);

/// Returns the range of `mode`. full: 0..1 for percentages and 0..largest value for others. data: smallest to
/// largest value. percentiles: the 1st to the 99th of `all_frames` or, without them, of `data`;
/// frame_percentiles: those of `data`; as data if the two are equal or not known. manual:
/// `manual_min` to `manual_max`; an empty, reversed or non-finite range is repaired. all_frames:
/// `all_frames`, or as data until that is known. If all values are equal the range is widened, percentages
/// not beyond 0 and 1, so that min < max always holds. Ranges of differences are symmetric around 0 in every
/// mode (full: -1..1 for percentage points): the end farther from 0 determines both.
[[nodiscard]] ColourRange make_colour_range(RangeMode mode, ValueStyle style,
                                            const std::optional<DataExtent>& data, float manual_min = 0.0F,
                                            float manual_max = 1.0F,
                                            const std::optional<DataExtent>& all_frames = std::nullopt);

/// Describes the ends of a range of this mode for the colour bar, for example "1st to 99th percentile".
[[nodiscard]] std::string_view range_text(RangeMode mode, const ColourRange& range);

/// Returns the ticks inside the range at steps of 1, 2 or 5 times a power of ten (counts: whole numbers): at
/// most `at_most`, and at least two if at_most allows. They are exact decimals in rising order.
[[nodiscard]] std::vector<double> round_ticks(const ColourRange& range, ValueStyle style, int at_most);

/// Returns the text of a value with the decimal point of the C locale. `step` is the distance of the ticks
/// and determines the decimals. 0: one decimal for percentages, more if the value would wrongly read as 0 %
/// or 100 %, and one for counts that are fractions.
[[nodiscard]] std::string value_label(double value, ValueStyle style, double step = 0.0);

} // namespace hitmap
