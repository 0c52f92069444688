#pragma once

#include "core/cache/reuse/reuse_histogram.h"
#include "core/profile/derived/headline.h"
#include "core/profile/query/profile.h"
#include "core/profile/sums/stack_traffic.h"
#include "render/image/canvas.h"
#include "render/picture/picture.h"
#include "render/plot/plot_data.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// What the cells of a framebuffer are coloured by, in words.
struct CellWords {
    std::string title = "Access order";
    std::string low = "first"; ///< at the lower end of the colours; may be empty
    std::string high = "last";
    std::string absent = "not written";  ///< cells without a value
    std::string column = "access_order"; ///< in a table
};

/// One cell a pixel, coloured by when it was written in the frame (von Buelow et al. 2022, section 5.6), or
/// by another quantity.
struct FramebufferPanel {
    std::uint32_t width = 0; ///< cells
    std::uint32_t height = 0;
    std::vector<float> values; ///< [width * height or more] 0 and more, NaN: none
    float top = 1.0F;          ///< value of the last colour, and of those beyond
    CellWords words;
    std::string colour_map = "plasma";
    std::vector<std::string> caption; ///< lines under the cells, the first one bold
};

/// Plots one above the other, each with its legend beside it.
struct PlotsPanel {
    std::vector<PlotData> plots;
    double legend_width = 140.0; ///< pixels
    double least_height = 78.0;  ///< of a plot with axes, in pixels: lower ones would overlap each other
    std::vector<std::string> caption;
};

/// The hit rate of every capacity of a level, by rising bytes, constant in between.
/// @param histogram  of that level, with look-ups
[[nodiscard]] PlotSeries capacity_series(std::string name, const ReuseHistogram& histogram,
                                         const LevelReuse& level);
/// Of everything, and of the allocations with the most look-ups; the present capacity is marked. Titles are
/// those of the axes alone.
/// @param name  "L1"
[[nodiscard]] PlotData capacity_curves(const std::string& name, const LevelReuse& level,
                                       const RecordingInfo& info);
/// Those of L1 and L2.
[[nodiscard]] PlotsPanel miss_ratios_of(const ReuseReport& reuse, const RecordingInfo& info);
/// L1 and L2 hit rates as headline_of() has them, and accesses of every kind, in q frames. Throws Cancelled.
/// @param time  what values follow one another by
[[nodiscard]] PlotsPanel curves_of(const Profile& profile, const CountedAs& counting, std::uint64_t q,
                                   const std::string& time = "frame", const JobContext& job = {});
/// Of the frames that are `window`. Throws Error where the recording has no framebuffer of a known size;
/// Cancelled.
[[nodiscard]] FramebufferPanel framebuffer_of(const RecordedScene& scene, const Profile& profile,
                                              TimeWindow window, const JobContext& job = {});
/// Sectors of local memory, where the stack of a traversal is, that the rays of each pixel asked for; over
/// the whole recording. Of pixels that have any, 99 of 100 are within the scale: a single ray that is lost in
/// the scene would darken all others. Throws Error where the recording has no framebuffer of a known size,
/// Cancelled.
[[nodiscard]] FramebufferPanel stack_framebuffer_of(const RecordedScene& scene, const StackTraffic& stack,
                                                    const JobContext& job = {});

/// The cells alone, one pixel each; those without a value grey and hatched.
[[nodiscard]] Image framebuffer_cells(const FramebufferPanel& panel);
/// A table of the values: pixel, x, y, value; empty where there is none. As the CSV of the command line.
[[nodiscard]] std::string framebuffer_csv(const FramebufferPanel& panel);

/// With axes, legend and caption, over all of a canvas of that size, whose background is the caller's.
void draw_panel(Canvas& canvas, FrameSize size, const FramebufferPanel& panel);
void draw_panel(Canvas& canvas, FrameSize size, const PlotsPanel& panel);

/// As a picture or as the text of an SVG file. Throws UsageError (size: 200x150 to 32767x32767).
template <class Panel>
[[nodiscard]] Image panel_image(const Panel& panel, FrameSize size, const PictureStyle& style = {});
template <class Panel>
[[nodiscard]] std::string panel_svg(const Panel& panel, FrameSize size, const PictureStyle& style = {});

} // namespace hitmap
