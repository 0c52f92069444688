#pragma once

#include "render/image/colour_map.h"
#include "render/image/image.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace hitmap {

/// How a reader sees a picture.
enum class ColourVision : std::uint8_t {
    normal,
    protan, ///< without L cones: protanopia
    deutan, ///< without M cones: deuteranopia
    tritan, ///< without S cones: tritanopia
    grey,   ///< a print without colours
};

struct ColourVisionInfo {
    ColourVision vision;
    std::string_view name;  ///< "protan", as on the command line
    std::string_view title; ///< "Protan", for users
    /// Rows of the matrix that maps the linear sRGB values of a colour to those that show how it is seen.
    std::array<std::array<double, 3>, 3> matrix;
};

/// Returns all of them, the normal one first.
[[nodiscard]] std::span<const ColourVisionInfo> colour_visions();
[[nodiscard]] const ColourVisionInfo& info_of(ColourVision vision);
/// Returns no value if there is none of the name.
[[nodiscard]] std::optional<ColourVision> colour_vision_named(std::string_view name);
/// Returns the names, separated by commas, for messages and for help.
[[nodiscard]] std::string colour_vision_names();

/// Returns the linear value, 0 to 1, of a channel of an sRGB colour (IEC 61966-2-1).
[[nodiscard]] double linear_value(std::uint8_t byte);

/// Returns the colour that shows someone with normal colour vision how others see `colour`. Dichromats:
/// Machado et al. 2009, the matrices that it publishes for its model at severity 1, applied to linear
/// sRGB. Grey: the luminance of the colour (IEC 61966-2-1). Greys stay as they are, except for rounding.
[[nodiscard]] Rgb seen_with(ColourVision vision, Rgb colour);
/// Replaces the colour of each pixel in the same way. Alpha stays.
/// @param rgba  bytes R, G, B, A of each pixel
void see_with(ColourVision vision, std::span<std::uint8_t> rgba);

} // namespace hitmap
