#include "render/picture/colour_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hitmap {
namespace {

/// Mixes a colour with a level of grey, as GLSL's mix does.
Rgb mixed(Rgb colour, float grey, float share) {
    const auto channel = [=](std::uint8_t byte) {
        const float value = static_cast<float>(byte) * (1.0F - share) + 255.0F * grey * share;
        return static_cast<std::uint8_t>(std::lround(value));
    };
    return {channel(colour.r), channel(colour.g), channel(colour.b)};
}

bool in_stripe(int pixel, float pixel_scale) {
    const float at = (static_cast<float>(pixel) + 0.5F) / pixel_scale * 0.125F;
    return at - std::floor(at) < 0.25F;
}

} // namespace

std::vector<BarLabel> bar_labels(const ColourRange& range, ValueStyle style, double bar_length,
                                 double line_height) {
    const int at_most = std::clamp(static_cast<int>(bar_length / (2.0 * line_height)), 0, 11);
    const std::vector<double> ticks = round_ticks(range, style, at_most);
    const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 0.0;
    std::vector<BarLabel> labels;
    labels.push_back({0.0, value_label(range.min, style), true});
    const double width = static_cast<double>(range.max) - range.min;
    for (const double tick : ticks) {
        const double t = (tick - range.min) / width;
        if (t * bar_length < line_height || (1.0 - t) * bar_length < line_height) continue;
        labels.push_back({t, value_label(tick, style, step), false});
    }
    labels.push_back({1.0, value_label(range.max, style), true});
    return labels;
}

std::string pattern_text(Pattern pattern, bool difference, const ColourBarText& text) {
    if (!difference) return text.undefined;
    const std::string in = text.value_of.empty() ? "" : text.value_of + " in ";
    switch (pattern) {
    case Pattern::only_a:
        return fmt::format("{}{} only", in, text.names.baseline);
    case Pattern::only_b:
        return fmt::format("{}{} only", in, text.names.compared);
    case Pattern::not_accessed:
        break;
    }
    return (in.empty() ? "in " : in) + "neither";
}

Rgb not_accessed_at(int x, int y, float pixel_scale) {
    // The same as shaded_grey() of shaders/resolve.frag for a face towards the eye.
    const float diagonal = (static_cast<float>(x + y) + 1.0F) / pixel_scale * 0.125F;
    const float shade = 0.063F - (diagonal - std::floor(diagonal) <= 0.15F ? 0.055F : 0.0F);
    const auto byte = [shade](std::uint8_t base) {
        return static_cast<std::uint8_t>(std::lround(static_cast<float>(base) + 255.0F * shade));
    };
    return {byte(not_accessed_colour.r), byte(not_accessed_colour.g), byte(not_accessed_colour.b)};
}

Rgb pattern_at(Pattern pattern, int x, int y, float pixel_scale) {
    // The same as striped() of shaders/resolve.frag.
    switch (pattern) {
    case Pattern::only_a:
        return in_stripe(x, pixel_scale) ? mixed(only_a_colour, 1.0F, 0.55F) : only_a_colour;
    case Pattern::only_b:
        return in_stripe(y, pixel_scale) ? mixed(only_b_colour, 0.0F, 0.45F) : only_b_colour;
    case Pattern::not_accessed:
        break;
    }
    return not_accessed_at(x, y, pixel_scale);
}

Rgb faded_at(Rgb colour, int x, int y, float pixel_scale) {
    // The same as dotted() of shaders/resolve.frag.
    const auto cell = [pixel_scale](int pixel) {
        return static_cast<int>(std::floor((static_cast<float>(pixel) + 0.5F) / pixel_scale / 3.0F));
    };
    const bool dot = (cell(y) & 1) == 0 && ((cell(x) + cell(y)) & 3) == 0;
    return dot ? colour : mixed(colour, 0.93F, 0.75F);
}

} // namespace hitmap
