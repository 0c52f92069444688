#pragma once

#include "render/image/canvas.h"
#include "render/plot/plot_axis.h"

#include <cstddef>
#include <span>
#include <vector>

namespace hitmap {

/// Colours, font sizes and numbers of a plot. The defaults are those of files.
struct PlotStyle {
    Rgb ink{0x1e, 0x1e, 0x1e};    ///< text, ticks, frame
    Rgb grid{0xdd, 0xdd, 0xe0};   ///< lines behind the series
    Rgb mark{0x55, 0x55, 0x5a};   ///< line of PlotData::marked_x
    Rgb ground{0xff, 0xff, 0xff}; ///< behind the series
    bool fills_ground = false;    ///< draws it; else it is there already
    /// Of the series in turn: by default those of Okabe and Ito 2008, for every kind of colour vision.
    std::vector<Rgb> series{{0, 114, 178},  {213, 94, 0},  {0, 120, 90},
                            {120, 60, 120}, {230, 159, 0}, {86, 150, 200}};
    double title_size = 13.0; ///< pixels
    double label_size = 12.0;
    AxisText number = axis_text;

    /// Of measures that are given for labels of 12 pixels.
    [[nodiscard]] double scale() const { return label_size / 12.0; }
    [[nodiscard]] double line_height() const { return 18.0 * scale(); }
    [[nodiscard]] Rgb colour(std::size_t i) const { return series[i % series.size()]; }
};

/// Dashes of a series, by which it is told apart without its colour; the first six differ.
[[nodiscard]] std::span<const double> series_dashes(std::size_t i);
/// `share` of a colour over another one: 0 is the ground.
[[nodiscard]] Rgb mixed(Rgb colour, Rgb ground, double share);

} // namespace hitmap
