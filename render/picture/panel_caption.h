#pragma once

#include "render/image/canvas.h"

#include <string>
#include <vector>

namespace hitmap {

struct CaptionLine {
    std::string text;
    bool bold = false;
};
/// Lines split at spaces where they are longer than `width`, the first one bold. Widths are those of common
/// fonts, so that pictures and SVG split in the same places everywhere.
[[nodiscard]] std::vector<CaptionLine> caption_lines(const std::vector<std::string>& caption, double width);
/// One under the other from `y` on.
void draw_caption(Canvas& canvas, double x, double y, const std::vector<CaptionLine>& lines);

inline constexpr double caption_line_height = 18.0;
inline constexpr double caption_left = 12.0;

} // namespace hitmap
