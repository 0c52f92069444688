#include "render/picture/address_panel.h"

#include "core/base/number_text.h"
#include "core/trace/model/allocation_label.h"
#include "render/picture/cell_legend.h"
#include "render/picture/panel_caption.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace hitmap {

namespace {

std::vector<AddressBand> bands_of(std::span<const AddressRow> rows, const RecordingInfo& info) {
    const auto labels = allocation_labels(info);
    std::vector<AddressBand> bands;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (row == 0 || rows[row].allocation != rows[row - 1].allocation)
            bands.push_back({labels[rows[row].allocation], row, row});
        bands.back().last = row + 1;
    }
    return bands;
}

RangeMode range_mode_of(const View& view) {
    return view.range_mode == RangeMode::all_frames ? RangeMode::data : view.range_mode;
}

PlotData time_axes(const AddressPanel& panel) {
    PlotData axes;
    axes.x.title = panel.time;
    axes.x.range = {static_cast<double>(panel.first), static_cast<double>(panel.last)};
    axes.y.numbers = AxisNumbers::none;
    axes.y.range = {0.0, static_cast<double>(panel.cells.height)};
    axes.y.downwards = true;
    return axes;
}

/// Draws lines between the bands, and their names on the left where there is room.
void draw_bands(Canvas& canvas, const PlotArea& area, const AddressPanel& panel, double left,
                const PlotStyle& style) {
    const double least_height = style.label_size;
    const TextStyle text{.colour = style.ink, .size = style.label_size, .anchor = Anchor::end};
    const double row = area.size.y / panel.cells.height;
    double free_from = area.corner.y;
    for (const AddressBand& band : panel.bands) {
        const double top = area.corner.y + row * static_cast<double>(band.first);
        const double bottom = area.corner.y + row * static_cast<double>(band.last);
        if (band.first != 0) {
            const std::array line{CanvasPoint{area.corner.x - 6.0, top}, CanvasPoint{area.right(), top}};
            canvas.line(line, {style.ink, 1.0, {}});
        }
        const double middle = (top + bottom) / 2.0;
        if (middle - least_height / 2.0 < free_from) continue; // It would cover the name above.
        canvas.text({area.corner.x - 8.0, middle + 4.0},
                    elided_text(canvas, band.label, text, area.corner.x - 8.0 - left), text);
        free_from = middle + least_height / 2.0;
    }
}

} // namespace

AddressPanel address_panel_of(const AddressMap& map, const RecordingInfo& info,
                              const AddressQuantity& quantity, const View& view, const JobContext& job) {
    AddressPanel panel;
    const auto rows = map.axis().rows();
    panel.bands = bands_of(rows, info);
    panel.first = map.first_of(0);
    panel.last = map.first_of(map.intervals());
    panel.time = info.axis_is_requests() ? "requests" : "element accesses";
    FramebufferPanel& cells = panel.cells;
    cells.width = static_cast<std::uint32_t>(map.intervals());
    cells.height = static_cast<std::uint32_t>(rows.size());
    cells.colour_map = view.colour_map;
    cells.style = quantity.number == NumberKind::share ? ValueStyle::percent : ValueStyle::count;
    cells.legend_width = 190.0;
    cells.words.title = quantity.title;
    cells.words.absent = quantity.lacks;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        job.check();
        for (std::uint64_t interval = 0; interval < map.intervals(); ++interval)
            cells.values.push_back(static_cast<float>(quantity.formula(map.cell(row, interval))));
    }
    set_range(cells, make_colour_range(range_mode_of(view), cells.style, robust_extent(cells.values),
                                       view.range_min, view.range_max));
    return panel;
}

std::string cell_size_text(const AddressMap& map, const RecordingInfo& info) {
    const std::uint64_t positions = map.first_of(1) - map.first_of(0);
    return fmt::format(
        "A cell is {} by {}; addresses rise from top to bottom, without what lies between allocations.",
        counted_text(map.axis().row_bytes(), "byte", "bytes"),
        info.axis_is_requests() ? counted_text(positions, "request", "requests")
                                : counted_text(positions, "element access", "element accesses"));
}

void draw_addresses(Canvas& canvas, const PlotArea& area, double left, const AddressPanel& panel,
                    const PlotStyle& style) {
    canvas.image(area.corner, area.size, framebuffer_cells(panel.cells));
    PlotStyle around = style;
    around.fills_ground = false; // the cells are there
    const PlotData axes = time_axes(panel);
    const PlotPainter painter(canvas, axes, around, area);
    painter.draw_axes();
    painter.draw_x_title();
    draw_bands(canvas, area, panel, left, style);
    draw_cell_legend(canvas, area.right() + 24.0, area, panel.cells, style);
}

void draw_panel(Canvas& canvas, FrameSize size, const AddressPanel& panel) {
    constexpr double left = 170.0;
    constexpr double top = 28.0;
    const auto caption = caption_lines(panel.cells.caption, size.width - 2.0 * caption_left);
    const double below = 52.0 + caption_line_height * static_cast<double>(caption.size());
    const PlotArea area{{left, top},
                        {std::max(16.0, size.width - left - panel.cells.legend_width),
                         std::max(16.0, size.height - top - below)}};
    draw_addresses(canvas, area, caption_left, panel);
    draw_caption(canvas, caption_left, size.height - below + 58.0, caption);
}

} // namespace hitmap
