#include "render/view/colour_range.h"

#include "core/base/number_text.h"
#include "render/view/ranked_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace hitmap {
namespace {

constexpr float largest_end = std::numeric_limits<float>::max() / 4; // so that differences stay finite

/// Widens a range whose ends are too close to divide by their difference.
ColourRange widened(float min, float max) {
    constexpr float tiny = 1e-30F; // a quotient by less may be infinite
    const float magnitude = std::max(std::abs(min), std::abs(max));
    if (max - min > std::max(magnitude * 1e-5F, tiny)) return {min, max};
    const float half = magnitude > tiny ? 0.5F * magnitude : 0.5F;
    return {min - half, max + half};
}

float bounded(float value) {
    return std::clamp(value, -largest_end, largest_end);
}

/// A range around 0, not narrower than the minimum for division.
ColourRange symmetric(float magnitude) {
    const float half = magnitude > 1e-30F ? bounded(magnitude) : 1.0F;
    ColourRange range{-half, half};
    range.difference = true;
    return range;
}

bool is_percentage(ValueStyle style) {
    return style == ValueStyle::percent || style == ValueStyle::percentage_points;
}

std::string grouped(std::string digits) {
    return grouped_text(std::move(digits), "\u2009");
}

int decimals_for(double step) {
    return std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9);
}

std::string number_text(double value, double step) {
    if (std::abs(value) >= 1000.0 && std::abs(value) < 1e12) return grouped(fixed_text(value, 0));
    if (value != 0.0 && (std::abs(value) < 1e-4 || std::abs(value) >= 1e12))
        return fmt::format("{:.3g}", value);
    return step > 0.0 ? fixed_text(value, decimals_for(step)) : fmt::format("{:.4g}", value + 0.0);
}

std::vector<float> finite_of(std::span<const float> values) {
    std::vector<float> finite;
    finite.reserve(values.size());
    std::ranges::copy_if(values, std::back_inserter(finite),
                         [](float value) { return std::isfinite(value); });
    return finite;
}

/// The number of values between a percentile and its end of the sorted values.
std::size_t percentile_place(const std::vector<float>& values) {
    return (values.size() - 1) / 100;
}

float last_percentile(const std::vector<float>& values, const RankedValues& ranked) {
    return ranked.at(values.size() - 1 - percentile_place(values));
}

std::string_view percentile_text(const ColourRange& range) {
    if (range.difference)
        return range.of_several ? "widest 99th percentile of magnitudes in linked views"
                                : "99th percentile of magnitudes";
    if (range.of_several) return "widest 1st to 99th percentiles of linked views";
    return range.of_all_frames ? "1st to 99th percentile of all frames" : "1st to 99th percentile";
}

/// A value that is written as zero gets no sign.
std::string with_sign(const std::string& text) {
    const bool negative = text.starts_with('-');
    const std::string digits = text.substr(negative ? 1 : 0);
    if (digits.find_first_of("123456789") == std::string::npos) return digits;
    return (negative ? "\u2212" : "+") + digits;
}

} // namespace

std::optional<DataExtent> data_extent(std::span<const std::span<const float>> values) {
    float min = std::numeric_limits<float>::infinity();
    float max = -min;
    for (const std::span<const float> array : values) {
        for (const float value : array) {
            if (!std::isfinite(value)) continue;
            min = std::min(min, value);
            max = std::max(max, value);
        }
    }
    if (min > max) return std::nullopt;
    return DataExtent{min, max};
}

std::optional<DataExtent> robust_extent(std::span<const float> values) {
    const std::vector<float> finite = finite_of(values);
    if (finite.empty()) return std::nullopt;
    const auto [min, max] = std::ranges::minmax(finite);
    DataExtent extent{min, max};
    const RankedValues ranked(finite);
    extent.low = ranked.at(percentile_place(finite));
    extent.high = last_percentile(finite, ranked);
    return extent;
}

std::optional<DataExtent> difference_extent(std::span<const float> values) {
    std::vector<float> finite = finite_of(values);
    if (finite.empty()) return std::nullopt;
    const auto [min, max] = std::ranges::minmax(finite);
    for (float& value : finite)
        value = std::abs(value);
    const float high = last_percentile(finite, RankedValues(finite));
    return DataExtent{min, max, -high, high};
}

std::optional<DataExtent> joined(const std::optional<DataExtent>& a, const std::optional<DataExtent>& b) {
    if (!a || !b) return a ? a : b;
    const bool both = !std::isnan(a->low) && !std::isnan(b->low);
    return DataExtent{std::min(a->min, b->min),
                      std::max(a->max, b->max),
                      std::fmin(a->low, b->low),
                      std::fmax(a->high, b->high),
                      both || a->of_several || b->of_several,
                      a->of_all_frames || b->of_all_frames};
}

std::optional<DataExtent> drawn_extent(const View& view, const PerKind<std::optional<DataExtent>>& extents) {
    std::optional<DataExtent> drawn;
    for (const ElementKindId kind : coloured_kinds(view)) {
        auto more = extents[kind];
        if (more && drawn) more->low = more->high = std::numeric_limits<float>::quiet_NaN();
        drawn = joined(drawn, more);
    }
    return drawn;
}

std::string_view range_text(RangeMode mode, const ColourRange& range) {
    switch (mode) {
    case RangeMode::full:
        return "full range";
    case RangeMode::manual:
        return "range set by hand";
    case RangeMode::all_frames:
        // Differences are often known only for the displayed frames.
        if (range.of_all_frames || !range.difference) return "values of all frames";
        break;
    case RangeMode::percentiles:
    case RangeMode::frame_percentiles:
        if (range.percentiles) return percentile_text(range);
        if (range.of_all_frames) return "values of all frames";
        break;
    case RangeMode::data:
        break;
    }
    return "smallest to largest value";
}

ColourRange make_colour_range(RangeMode mode, ValueStyle style, const std::optional<DataExtent>& data,
                              float manual_min, float manual_max,
                              const std::optional<DataExtent>& all_frames) {
    std::optional<DataExtent> ends; // no value: 0..1, or -1..1 for differences
    const auto& shared = all_frames ? all_frames : data;
    const auto& robust = mode == RangeMode::percentiles ? shared : data;
    bool percentiles = false;
    switch (mode) {
    case RangeMode::full:
        if (data && !is_percentage(style)) ends = {std::min(0.0F, data->min), data->max};
        break;
    case RangeMode::data:
        ends = data;
        break;
    case RangeMode::all_frames:
        ends = shared;
        break;
    case RangeMode::percentiles:
    case RangeMode::frame_percentiles:
        ends = robust;
        percentiles = robust && robust->low < robust->high;
        if (percentiles) ends = {robust->low, robust->high};
        break;
    case RangeMode::manual:
        if (std::isfinite(manual_min) && std::isfinite(manual_max)) {
            const auto [low, high] = std::minmax({manual_min, manual_max});
            ends = {low, high};
        }
        break;
    }
    ColourRange range;
    if (is_difference(style)) {
        range = symmetric(ends ? std::max(std::abs(ends->min), std::abs(ends->max)) : 1.0F);
    } else if (ends) {
        range = widened(bounded(ends->min), bounded(ends->max));
        if (style == ValueStyle::percent) { // there are no shares beyond 0 and 1 unless the ends are
            range.min = std::max(range.min, std::min(0.0F, ends->min));
            range.max = std::min(range.max, std::max(1.0F, ends->max));
        }
    }
    range.percentiles = percentiles;
    range.of_all_frames = mode == RangeMode::percentiles
                              ? robust && robust->of_all_frames
                              : mode == RangeMode::all_frames && all_frames.has_value();
    range.of_several = percentiles && robust->of_several;
    if (data) {
        range.values_below = data->min < range.min;
        range.values_above = data->max > range.max;
    }
    return range;
}

std::vector<double> round_ticks(const ColourRange& range, ValueStyle style, int at_most) {
    const double scale = is_percentage(style) ? 100.0 : 1.0;
    const double min = range.min * scale;
    const double max = range.max * scale;
    if (at_most < 1) return {};
    // Tries steps of 1, 2 and 5 times a power of ten, starting with one that is certainly too fine.
    double power = std::pow(10.0, std::floor(std::log10((max - min) / at_most)));
    if (style == ValueStyle::count || style == ValueStyle::signed_count) power = std::max(power, 1.0);
    for (;; power *= 10.0) {
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double step = factor * power;
            // Rounding may move a float end slightly past a tick.
            const double slack = 1e-6;
            const double first = std::ceil(min / step - slack);
            const double last = std::floor(max / step + slack);
            if (last - first + 1.0 > at_most) continue;
            std::vector<double> ticks;
            for (double i = first; i <= last; i += 1.0)
                ticks.push_back(i * step / scale);
            return ticks;
        }
    }
}

std::string value_label(double value, ValueStyle style, double step) {
    switch (style) {
    case ValueStyle::percent:
    case ValueStyle::percentage_points: {
        const int decimals = step > 0.0 ? decimals_for(step * 100.0) : 1;
        const bool points = style == ValueStyle::percentage_points;
        if (!points && step == 0.0) return percent_text(value);
        const std::string text = fixed_text(value * 100.0, decimals);
        return points ? with_sign(text) + " pp" : text + " %";
    }
    case ValueStyle::count:
        return grouped(fixed_text(value, step > 0.0 ? 0 : count_decimals(value)));
    case ValueStyle::signed_count:
        return with_sign(grouped(fixed_text(value, 0)));
    case ValueStyle::number:
        return number_text(value, step);
    case ValueStyle::signed_number:
        break;
    }
    return with_sign(number_text(value, step));
}

} // namespace hitmap
