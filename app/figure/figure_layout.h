#pragma once

#include "app/figure/figure.h"
#include "render/image/canvas.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// A rectangle on the page, in points from its upper left corner.
struct FigureArea {
    double left = 0.0;
    double top = 0.0;
    double width = 0.0;
    double height = 0.0;
    [[nodiscard]] double right() const { return left + width; }
    [[nodiscard]] double bottom() const { return top + height; }
};

/// What the layout has to know about the contents of a panel.
struct FigureNeed {
    std::optional<double> aspect; ///< width / height that the picture must have; no value: it fills its place
    double height = 0.0;          ///< points, where neither the row nor an aspect says the height
    std::string caption;          ///< below the panel
    /// The height in points that a panel of this width has at least, so that its parts do not overlap; empty:
    /// any. Rows without a height get it.
    std::function<double(double width)> least_height{};
    double spare = 0.0; ///< points of it that a row with a height may leave out
};

/// A line of text at its place.
struct FigureLine {
    CanvasPoint at; ///< on the base line, at the anchor
    std::string text;
    TextStyle style;
};

/// Where everything is. It does not depend on the output format or on the fonts of the machine.
struct FigureLayout {
    CanvasPoint size;                            ///< of the page, in points
    std::vector<FigureArea> panels;              ///< [panels] the pictures, without captions
    std::vector<std::vector<FigureArea>> insets; ///< [panels][insets]
    std::vector<FigureLine> lines;               ///< names of rows and columns, letters, captions
};

/// Pictures begin and end at whole pixels of the stated DPI, so that they are never resampled.
/// @param needs  [panels]
/// Throws Error if columns and gaps leave no width, or if rows leave a panel less than its least height.
[[nodiscard]] FigureLayout lay_out_figure(const Figure& figure, const std::vector<FigureNeed>& needs);

/// Returns the layout as lines with sizes in mm, for tests and for people.
[[nodiscard]] std::string layout_text(const Figure& figure, const FigureLayout& layout);

/// Returns the letter of the n-th panel, from 0: "(a)", ..., "(z)", "(aa)".
[[nodiscard]] std::string figure_letter(std::size_t n);

} // namespace hitmap
