#pragma once

#include "render/image/canvas.h"

#include <string>
#include <vector>

namespace hitmap {

struct CaptionLine {
    std::string text;
    bool bold = false;
};
/// Splits lines that are wider than `width` at spaces. The first line is bold. Widths are estimated, so that
/// images and SVG files have the same line breaks on every machine.
[[nodiscard]] std::vector<CaptionLine> caption_lines(const std::vector<std::string>& caption, double width);
/// Draws the lines below each other, starting at `y`.
void draw_caption(Canvas& canvas, double x, double y, const std::vector<CaptionLine>& lines);

inline constexpr double caption_line_height = 18.0;
inline constexpr double caption_left = 12.0;

} // namespace hitmap
