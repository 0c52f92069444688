#include "render/image/colour_vision.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace hitmap {
namespace {

/// @param v  an sRGB value, 0 to 1
double to_linear(double v) {
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

/// The linear values at which the nearest byte changes: [i] is between the bytes i and i + 1.
const std::array<double, 255>& byte_limits() {
    static const auto table = [] {
        std::array<double, 255> limits{};
        for (std::size_t i = 0; i < limits.size(); ++i) {
            limits[i] = to_linear((static_cast<double>(i) + 0.5) / 255.0);
        }
        return limits;
    }();
    return table;
}

/// Values outside of 0..1, which a screen cannot show, become the nearest ones.
std::uint8_t nearest_byte(double linear) {
    const auto& limits = byte_limits();
    return static_cast<std::uint8_t>(std::ranges::upper_bound(limits, linear) - limits.begin());
}

} // namespace

std::span<const ColourVisionInfo> colour_visions() {
    // Machado et al. 2009, table of the supplement, severity 1.0. The weights of grey are the luminances of
    // the primaries (IEC 61966-2-1).
    static constexpr std::array<ColourVisionInfo, 5> table{{
        {ColourVision::normal, "normal", "Normal", {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}}},
        {ColourVision::protan,
         "protan",
         "Protan",
         {{{0.152286, 1.052583, -0.204868},
           {0.114503, 0.786281, 0.099216},
           {-0.003882, -0.048116, 1.051998}}}},
        {ColourVision::deutan,
         "deutan",
         "Deutan",
         {{{0.367322, 0.860646, -0.227968},
           {0.280085, 0.672501, 0.047413},
           {-0.011820, 0.042940, 0.968881}}}},
        {ColourVision::tritan,
         "tritan",
         "Tritan",
         {{{1.255528, -0.076749, -0.178779},
           {-0.078411, 0.930809, 0.147602},
           {0.004733, 0.691367, 0.303900}}}},
        {ColourVision::grey,
         "grey",
         "Grey print",
         {{{0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}}}},
    }};
    return table;
}

const ColourVisionInfo& info_of(ColourVision vision) {
    return colour_visions()[static_cast<std::size_t>(vision)];
}

std::optional<ColourVision> colour_vision_named(std::string_view name) {
    for (const ColourVisionInfo& info : colour_visions())
        if (info.name == name) return info.vision;
    return std::nullopt;
}

std::string colour_vision_names() {
    std::string names;
    for (const ColourVisionInfo& info : colour_visions())
        names += (names.empty() ? "" : ", ") + std::string(info.name);
    return names;
}

double linear_value(std::uint8_t byte) {
    static const auto table = [] {
        std::array<double, 256> values{};
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = to_linear(static_cast<double>(i) / 255.0);
        return values;
    }();
    return table[byte];
}

Rgb seen_with(ColourVision vision, Rgb colour) {
    if (vision == ColourVision::normal) return colour;
    const double r = linear_value(colour.r);
    const double g = linear_value(colour.g);
    const double b = linear_value(colour.b);
    const auto channel = [&](const std::array<double, 3>& row) {
        return nearest_byte(row[0] * r + row[1] * g + row[2] * b);
    };
    const auto& matrix = info_of(vision).matrix;
    return {channel(matrix[0]), channel(matrix[1]), channel(matrix[2])};
}

void see_with(ColourVision vision, std::span<std::uint8_t> rgba) {
    if (vision == ColourVision::normal) return;
    // Pictures have few different colours, each of them many times: most are in this table.
    struct Known {
        Rgb colour;
        Rgb seen;
    };
    constexpr std::size_t entries = std::size_t{1} << 12;
    std::vector<Known> known(entries, Known{{}, seen_with(vision, {})});
    for (std::size_t at = 0; at + 4 <= rgba.size(); at += 4) {
        const Rgb colour{rgba[at], rgba[at + 1], rgba[at + 2]};
        const std::size_t mixed =
            std::size_t{colour.r} * 41 + std::size_t{colour.g} * 289 + std::size_t{colour.b};
        Known& entry = known[mixed % entries];
        if (colour != entry.colour) entry = {colour, seen_with(vision, colour)};
        rgba[at] = entry.seen.r;
        rgba[at + 1] = entry.seen.g;
        rgba[at + 2] = entry.seen.b;
    }
}

} // namespace hitmap
