#pragma once

#include "render/image/canvas.h"
#include "render/plot/plot_axis.h"

#include <cstddef>
#include <span>
#include <vector>

namespace hitmap {

/// The colours, font sizes and number format of a plot. The defaults are for files.
struct PlotStyle {
    Rgb ink{0x1e, 0x1e, 0x1e};    ///< colour of texts, ticks and frame
    Rgb grid{0xdd, 0xdd, 0xe0};   ///< colour of the lines of the grid
    Rgb mark{0x55, 0x55, 0x5a};   ///< colour of the line at PlotData::marked_x
    Rgb ground{0xff, 0xff, 0xff}; ///< colour of the background of the series
    bool fills_ground = false;    ///< whether the plot draws its background itself
    /// Colours of the series in turn. The defaults are those of Okabe and Ito 2008, which readers with colour
    /// vision deficiencies can distinguish.
    std::vector<Rgb> series{{0, 114, 178}, {213, 94, 0},   {0, 120, 90},   {120, 60, 120},
                            {230, 159, 0}, {86, 150, 200}, {190, 90, 150}, {90, 90, 90}};
    double title_size = 13.0; ///< pixels
    double label_size = 12.0;
    AxisText number = axis_text;

    /// Returns the factor for lengths that are given for labels of 12 pixels.
    [[nodiscard]] double scale() const { return label_size / 12.0; }
    [[nodiscard]] double line_height() const { return 18.0 * scale(); }
    [[nodiscard]] Rgb colour(std::size_t i) const { return series[i % series.size()]; }
};

/// Returns the dashes of a series, which distinguish it without its colour. Those of the first eight series
/// differ.
[[nodiscard]] std::span<const double> series_dashes(std::size_t i);
/// Mixes two colours. A share of 0 returns `ground`, a share of 1 `colour`.
[[nodiscard]] Rgb mixed(Rgb colour, Rgb ground, double share);

} // namespace hitmap
