#include "widgets/controls/range_edit.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hitmap {

namespace {

/// Relative to the largest possible value of the style, or to the larger end.
constexpr float least_width = 1e-6F;

/// Limits of values of the style. They are small enough that differences do not overflow.
RangeEnds possible(ValueStyle style) {
    constexpr float huge = std::numeric_limits<float>::max() / 8;
    switch (style) {
    case ValueStyle::percent:
        return {0.0F, 1.0F};
    case ValueStyle::percentage_points:
        return {-1.0F, 1.0F};
    case ValueStyle::count:
    case ValueStyle::number:
        return {0.0F, huge};
    default:
        return {-huge, huge};
    }
}

float smallest_width(const ColourRange& range) {
    return std::max(std::max(std::abs(range.min), std::abs(range.max)) * least_width * 100.0F, 1e-20F);
}

RangeEnds symmetric(float magnitude, const ColourRange& range, ValueStyle style) {
    const float half = std::clamp(std::abs(magnitude), smallest_width(range), possible(style).max);
    return {-half, half};
}

} // namespace

RangeEnds with_end(const ColourRange& range, ValueStyle style, RangeEnd end, float value) {
    if (!std::isfinite(value)) return {range.min, range.max};
    if (is_difference(style)) return symmetric(value, range, style);
    const RangeEnds limits = possible(style);
    const float width = smallest_width(range);
    if (end == RangeEnd::low)
        return {std::clamp(value, limits.min, std::max(limits.min, range.max - width)), range.max};
    return {range.min, std::clamp(value, std::min(range.min + width, limits.max), limits.max)};
}

RangeEnds scaled(const ColourRange& range, ValueStyle style, float factor, float about) {
    if (is_difference(style)) return symmetric(range.max * factor, range, style);
    const RangeEnds limits = possible(style);
    const float min = about - (about - range.min) * factor;
    const float max = about + (range.max - about) * factor;
    if (!(max - min > smallest_width(range))) return {range.min, range.max};
    return {std::clamp(min, limits.min, limits.max), std::clamp(max, limits.min, limits.max)};
}

RangeEnds shifted(const ColourRange& range, ValueStyle style, float by) {
    if (is_difference(style) || !std::isfinite(by)) return {range.min, range.max};
    const RangeEnds limits = possible(style);
    const float most_down = std::min(limits.min - range.min, 0.0F);
    const float most_up = std::max(limits.max - range.max, 0.0F);
    const float way = std::clamp(by, most_down, most_up);
    return {range.min + way, range.max + way};
}

View with_manual_range(const View& view, const RangeEnds& ends, const RangeSubject& subject) {
    View result = view;
    result.range_mode = RangeMode::manual;
    result.range_min = ends.min;
    result.range_max = ends.max;
    result.range_of = subject;
    return result;
}

} // namespace hitmap
