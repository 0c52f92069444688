#pragma once

#include "render/colour_map.h"
#include "render/colour_range.h"

#include <string>
#include <vector>

namespace hitmap {

/// What is written beside a colour bar.
struct ColourBarText {
    std::string title; ///< "L1 hit rate"
    std::string unit;  ///< "%", "misses"; may be empty
    ValueStyle style = ValueStyle::number;
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

/// Colour of what was not accessed and faces the eye, at a pixel of a picture: the hatch that the mesh view
/// uses, for swatches. pixel_scale: device pixels per logical pixel.
[[nodiscard]] Rgb not_accessed_at(int x, int y, float pixel_scale);

} // namespace hitmap
