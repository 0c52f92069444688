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

/// 256 colours for values from low to high. Shaders, colour bar and framebuffer panel all use this table.
struct ColourMap {
    static constexpr std::size_t size = 256;

    std::string_view name;  ///< "plasma", as in View::colour_map
    std::string_view title; ///< "Plasma", for users
    std::array<Rgb, size> colours;

    /// Returns the colour of t in 0..1: entry min(floor(256 t), 255), as the shaders compute it. Values
    /// outside are clamped; NaN gets the lowest colour.
    [[nodiscard]] Rgb at(float t) const;
};

/// Maps for values from low to high: Plasma (the default), Viridis, Cividis and Grey. The first three are
/// tables of matplotlib (CC0).
[[nodiscard]] std::span<const ColourMap> colour_maps();
/// The diverging map of differences: blue (A is larger), light grey in the middle, orange (B is larger). It
/// is constructed after Moreland 2009 (maps for surfaces). The end colours can be distinguished with every
/// kind of colour vision and do not suggest good or bad, since more is better for a hit rate and worse for
/// misses.
[[nodiscard]] const ColourMap& difference_map();
/// Returns one of colour_maps(). Throws UsageError that lists the names.
[[nodiscard]] const ColourMap& colour_map_named(std::string_view name);

/// Base colour of elements without an access; they are hatched as well. It differs from every colour of
/// Plasma by at least 17 CIEDE2000, for all kinds of colour vision.
inline constexpr Rgb not_accessed_colour{0xb4, 0xb4, 0xb4};

/// Base colours of elements that only one side of a difference accesses; they are striped as well. They
/// differ by at least 14 CIEDE2000 from every colour of difference_map() and from not_accessed_colour, and by
/// much more from each other, for all kinds of colour vision.
inline constexpr Rgb only_a_colour{0x33, 0x00, 0x33};
inline constexpr Rgb only_b_colour{0x66, 0xff, 0x00};

} // namespace hitmap
