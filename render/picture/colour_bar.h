#pragma once

#include "core/profile/query/compared_sides.h"
#include "render/image/colour_map.h"
#include "render/view/colour_range.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// What is written beside a colour bar.
struct ColourBarText {
    std::string title; ///< "L1 hit rate"
    std::string unit;  ///< "%", "misses"; may be empty
    ValueStyle style = ValueStyle::number;
    SideLetters letters{}; ///< of the sides, where the style is that of a difference
    std::string note{};    ///< of a difference: "above 0: A is better"
    /// What elements without a value lack, and, of a difference, what a value comes from (MetricInfo).
    std::string undefined{"not accessed"};
    std::string value_of{};
    std::string refusal{}; ///< why there is nothing to show; not empty: stands in place of bar and numbers
};

/// A number beside the bar.
struct BarLabel {
    double t; ///< 0 at the low end, 1 at the high end
    std::string text;
    bool is_end; ///< the value of an end, not a tick
};

/// The two ends, and between them the round ticks that are at least `line_height` from any other label;
/// rising. Both arguments in the same unit (pixels).
[[nodiscard]] std::vector<BarLabel> bar_labels(const ColourRange& range, ValueStyle style, double bar_length,
                                               double line_height);

/// What is told apart by a pattern besides the colour.
enum class Pattern : std::uint8_t {
    not_accessed, ///< without a value; in a difference: on neither side
    only_a,       ///< of a difference: with a value on the baseline's side alone
    only_b        ///< of a difference: with a value on the compared side alone
};
/// What the pattern means, for a legend: "not accessed", "no L2 look-ups"; with `difference` "B only", "L2 in
/// B only", "in neither".
[[nodiscard]] std::string pattern_text(Pattern pattern, bool difference, const ColourBarText& text);
/// Colour at a pixel (x from the left, y upwards) of a picture of what faces the eye, as the mesh view draws
/// it; for swatches. pixel_scale: device pixels per logical pixel.
[[nodiscard]] Rgb pattern_at(Pattern pattern, int x, int y, float pixel_scale);
/// pattern_at of what was not accessed.
[[nodiscard]] Rgb not_accessed_at(int x, int y, float pixel_scale);
/// Pixel of an element that was accessed too little: pale, with dots of its colour.
[[nodiscard]] Rgb faded_at(Rgb colour, int x, int y, float pixel_scale);

} // namespace hitmap
