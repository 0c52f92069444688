#pragma once

#include "render/image/colour_map.h"
#include "render/image/colour_vision.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hitmap {

/// A colour of CIE 1976 L*a*b*.
struct Lab {
    double l = 0.0;
    double a = 0.0;
    double b = 0.0;
};

/// Returns an sRGB colour for the white of D65 (CIE 15; the matrix is that of IEC 61966-2-1).
[[nodiscard]] Lab lab_of(Rgb colour);
/// Returns the colour difference CIEDE2000 with all weights 1 (Sharma et al. 2005, equations 2 to 22). About
/// 1 is the least difference that is seen between large areas side by side.
[[nodiscard]] double colour_difference(const Lab& a, const Lab& b);

/// A colour that stands for something, such as a series of a plot.
struct ColourMark {
    std::string name;
    Rgb colour;
};
/// Two marks of one picture, in the order of the list.
struct AlikeMarks {
    ColourMark first;
    ColourMark second;
    double difference = 0.0; ///< CIEDE2000, as they are seen
};

/// Marks with a smaller difference are called alike. Thin lines and small fields need far more than the least
/// visible difference; of the eight colours of the plots, each pair is above this for normal colour vision.
inline constexpr double least_mark_difference = 10.0;

/// Returns the pair that differs least for a colour vision; no value if there are less than two marks.
[[nodiscard]] std::optional<AlikeMarks> closest_marks(std::span<const ColourMark> marks, ColourVision vision);
/// Returns all pairs that are alike, the least different first.
[[nodiscard]] std::vector<AlikeMarks> alike_marks(std::span<const ColourMark> marks, ColourVision vision);
/// Returns a sentence that names all pairs of alike marks, otherwise an empty text. Of more than
/// most_named_pairs, it names those that differ least, and the number of the others.
/// "with deutan colour vision, these have similar colours: 'nodes' and 'faces' (CIEDE2000 4.1), 'nodes' and
/// 'boxes' (7.9); marks should differ by 10"
[[nodiscard]] std::string alike_warning(std::span<const ColourMark> marks, ColourVision vision);
inline constexpr std::size_t most_named_pairs = 8;

} // namespace hitmap
