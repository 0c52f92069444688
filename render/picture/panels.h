#pragma once

#include "core/cache/reuse/reuse_histogram.h"
#include "core/profile/models/headline.h"
#include "core/profile/pixels/pixel_quantity.h"
#include "core/profile/pixels/window_pixels.h"
#include "core/profile/query/profile.h"
#include "core/profile/sums/stack_traffic.h"
#include "render/image/canvas.h"
#include "render/picture/picture.h"
#include "render/plot/plot_data.h"
#include "render/plot/rate_axis.h"
#include "render/view/colour_range.h"
#include "render/view/view.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// Texts that say what the colours of a framebuffer show.
struct CellWords {
    std::string title = "Access order";
    std::string low = "first"; ///< text at the lowest colour; may be empty
    std::string high = "last";
    std::string absent = "not written";  ///< text for cells without a value
    std::string column = "access_order"; ///< name of the column in a CSV file
};

/// A framebuffer with one cell per pixel. The colour shows when the pixel was written in the frame (von
/// Buelow et al. 2022, section 5.6), or another quantity.
struct FramebufferPanel {
    std::uint32_t width = 0; ///< cells in a row
    std::uint32_t height = 0;
    std::vector<float> values;             ///< [width * height or more] NaN means no value
    float bottom = 0.0F;                   ///< the first colour shows this value and all below
    float top = 1.0F;                      ///< the last colour shows this value and all above
    ValueStyle style = ValueStyle::number; ///< format of the numbers at the colour bar
    double legend_width = 130.0;           ///< pixels
    CellWords words;
    /// For a difference, the texts of its sides and patterns. Its values are pixel_differences(), and
    /// its colours those of difference_map().
    std::optional<ColourBarText> sides;
    std::string colour_map = "plasma"; ///< for all values except differences
    std::vector<std::string> caption;  ///< lines under the cells, the first one bold
};

/// Plots one above the other. Each has its legend on the right.
struct PlotsPanel {
    std::vector<PlotData> plots;
    double legend_width = 140.0; ///< pixels
    double least_height = 78.0;  ///< minimum height of a plot with axes, in pixels; lower plots would overlap
    std::vector<std::string> caption;
};

/// Returns the hit rate as a step function of the capacity, by rising bytes.
/// @param histogram  histogram of `level`; must have look-ups
[[nodiscard]] PlotSeries capacity_series(std::string name, const ReuseHistogram& histogram,
                                         const LevelReuse& level);
/// Returns the curves of all look-ups and of the allocations with the most look-ups. The present capacity is
/// marked. Only the axes have titles.
/// @param name  name of the level, such as "L1"
[[nodiscard]] PlotData capacity_curves(const std::string& name, const LevelReuse& level,
                                       const RecordingInfo& info);
/// Returns the capacity curves of L1 and L2.
[[nodiscard]] PlotsPanel miss_ratios_of(const ReuseReport& reuse, const RecordingInfo& info);
/// Returns the hit rates of L1 and L2 as in headline_of(), and the accesses to each kind of elements if there
/// are elements, in q frames. Throws Cancelled.
/// @param time      name of the unit on the time axis
/// @param rate_axis where the axis of hit rates begins
[[nodiscard]] PlotsPanel curves_of(const Profile& profile, const CountedAs& counting, std::uint64_t q,
                                   const std::string& time = "frame", RateAxis rate_axis = RateAxis::fitted,
                                   const JobContext& job = {});
/// Returns the framebuffer of the frames in `window`. Throws Error if the recording has no framebuffer of
/// known size; Cancelled.
[[nodiscard]] FramebufferPanel framebuffer_of(const RecordedScene& scene, const Profile& profile,
                                              TimeWindow window, const JobContext& job = {});
/// Returns the sectors of local memory, which contains the stack of a traversal, that the rays of each pixel
/// request in the whole recording. The scale ends at the 99th percentile of the pixels with requests;
/// otherwise a single ray with a very deep stack would darken all other pixels. Throws Error if the recording
/// has no framebuffer of known size; Cancelled.
[[nodiscard]] FramebufferPanel stack_framebuffer_of(const RecordedScene& scene, const StackTraffic& stack,
                                                    const JobContext& job = {});

/// Returns the format of a quantity's values.
[[nodiscard]] ValueStyle value_style_of(const PixelQuantity& quantity);
/// Returns title, unit and style of the colour bar of a quantity.
[[nodiscard]] ColourBarText colour_bar_text(const PixelQuantity& quantity);
/// The same for a difference of two images, with the letters of the sides.
[[nodiscard]] ColourBarText difference_bar_text(const PixelQuantity& quantity, const SideLetters& letters);
/// Returns the values of a quantity, [width * height]. NaN: the pixel has no requests, or no value. Throws
/// Error with the reason if the quantity is not known; Cancelled.
/// @tparam Number  float or double
template <class Number = float>
[[nodiscard]] std::vector<Number> pixel_values(const WindowPixels& pixels, const PixelQuantity& quantity,
                                               const JobContext& job = {});
/// Returns B - A by pixel: +infinity if only B has a value, -infinity if only A has one, NaN if neither has.
/// Throws Error with the reason if the images do not have the same size or the quantity is not known
/// of one of them; Cancelled.
/// @tparam Number  float or double
template <class Number = float>
[[nodiscard]] std::vector<Number> pixel_differences(const WindowPixels& a, const WindowPixels& b,
                                                    const PixelQuantity& quantity, const SideLetters& letters,
                                                    const JobContext& job = {});
/// Returns the range of a view for values of a quantity. A range of all frames becomes that of the values,
/// since only those of the frames that are shown are known.
[[nodiscard]] RangeMode image_range_mode(const View& view, const RangeSubject& shown);
/// Returns a quantity of pixels. Pixels without requests have no value. Throws Error with the reason if
/// the quantity is not known.
/// @param view  chooses the range of values and the colours
[[nodiscard]] FramebufferPanel image_of(const WindowPixels& pixels, const PixelQuantity& quantity,
                                        const View& view, const JobContext& job = {});
/// Returns the difference of two images. Throws as pixel_differences() does.
[[nodiscard]] FramebufferPanel image_difference_of(const WindowPixels& a, const WindowPixels& b,
                                                   const PixelQuantity& quantity, const SideLetters& letters,
                                                   const View& view, const JobContext& job = {});

/// Sets the ends of the colours of an image.
void set_range(FramebufferPanel& panel, const ColourRange& range);

/// Returns an image of the cells without axes, with one pixel per cell. Cells without a value are grey and
/// hatched.
[[nodiscard]] Image framebuffer_cells(const FramebufferPanel& panel);
/// Returns a table of pixel, x, y and value, in the format of the CSV files of the command line. The value is
/// empty if a cell has none.
[[nodiscard]] std::string framebuffer_csv(const FramebufferPanel& panel);

/// Draws the panel with axes, legend and caption over the whole canvas of this size. The caller draws the
/// background.
void draw_panel(Canvas& canvas, FrameSize size, const FramebufferPanel& panel);
void draw_panel(Canvas& canvas, FrameSize size, const PlotsPanel& panel);

/// Returns the panel as an image or as the text of an SVG file. Throws UsageError if the size is not within
/// 200x150 to 32767x32767.
template <class Panel>
[[nodiscard]] Image panel_image(const Panel& panel, FrameSize size, const PictureStyle& style = {});
template <class Panel>
[[nodiscard]] std::string panel_svg(const Panel& panel, FrameSize size, const PictureStyle& style = {});

} // namespace hitmap
