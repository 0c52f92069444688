#pragma once

#include "core/cache/results/address_map.h"
#include "core/profile/query/address_quantity.h"
#include "core/trace/model/recording.h"
#include "render/picture/panels.h"
#include "render/plot/plot_painter.h"
#include "render/plot/plot_style.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hitmap {

/// The rows of one allocation in an AddressPanel.
struct AddressBand {
    std::string label;     ///< of allocation_labels()
    std::size_t first = 0; ///< rows [first, last)
    std::size_t last = 0;
};

/// Addresses against time: a cell for some lines of an allocation in an interval of time. Addresses rise from
/// top to bottom; what lies between allocations is left out.
struct AddressPanel {
    FramebufferPanel cells; ///< width: intervals, height: rows
    std::vector<AddressBand> bands;
    std::uint64_t first = 0; ///< positions [first, last) of all cells
    std::uint64_t last = 1;
    std::string time; ///< title of the axis of time
};

/// Returns the picture of a quantity. Cells without a value are hatched.
/// @param map   must have rows
/// @param view  chooses the range of values and the colours
[[nodiscard]] AddressPanel address_panel_of(const AddressMap& map, const RecordingInfo& info,
                                            const AddressQuantity& quantity, const View& view,
                                            const JobContext& job = {});

/// Returns what a cell of a map is, as a sentence for a caption.
[[nodiscard]] std::string cell_size_text(const AddressMap& map, const RecordingInfo& info);

/// Draws the cells with axes and legend, but without a caption.
/// @param area  of the cells. Names of allocations are written from `left` on to its left; the axis of time
///              is below it, and the legend to its right.
void draw_addresses(Canvas& canvas, const PlotArea& area, double left, const AddressPanel& panel,
                    const PlotStyle& style = {});

/// Draws the panel with axes, legend and caption over the whole canvas of this size. The caller draws the
/// background.
void draw_panel(Canvas& canvas, FrameSize size, const AddressPanel& panel);

} // namespace hitmap
