#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace hitmap {

/// An sRGB colour.
struct Rgb {
    std::uint8_t r = 0;
    std::uint8_t g = 0;
    std::uint8_t b = 0;
    friend bool operator==(const Rgb&, const Rgb&) = default;
};

/// 256 colours for values from low to high. The one table feeds the shaders, the colour bar and the
/// framebuffer panel.
struct ColourMap {
    static constexpr std::size_t size = 256;

    std::string_view name;  ///< "plasma", as in View::colour_map
    std::string_view title; ///< "Plasma", for a person
    std::array<Rgb, size> colours;

    /// Colour of t in 0..1: entry min(floor(256 t), 255), as the shaders compute it; values outside are
    /// clamped, NaN takes the lowest colour.
    [[nodiscard]] Rgb at(float t) const;
};

/// Maps for values from low to high: Plasma (the default), Viridis, Cividis, Grey. The first three are
/// matplotlib's tables (CC0).
[[nodiscard]] std::span<const ColourMap> colour_maps();
/// The diverging map of differences: blue (A is larger), light grey in the middle, orange (B is larger). Made
/// as Moreland 2009 makes maps for surfaces, with ends that every kind of colour vision tells apart and
/// neither of which stands for good or bad: of a hit rate more is better, of misses less.
[[nodiscard]] const ColourMap& difference_map();
/// One of colour_maps(). Throws UsageError that lists the names.
[[nodiscard]] const ColourMap& colour_map_named(std::string_view name);

/// Base colour of elements without an access (reference: difference of at least 17 CIEDE2000 to every colour
/// of Plasma for all kinds of colour vision); they are hatched as well.
inline constexpr Rgb not_accessed_colour{0xb4, 0xb4, 0xb4};

/// Base colours of elements that one side of a difference alone accesses; they are striped as well.
/// Difference of at least 14 CIEDE2000 to every colour of difference_map() and to not_accessed_colour, and
/// far more to one another, for all kinds of colour vision.
inline constexpr Rgb only_a_colour{0x33, 0x00, 0x33};
inline constexpr Rgb only_b_colour{0x66, 0xff, 0x00};

} // namespace hitmap
