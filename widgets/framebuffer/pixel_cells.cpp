#include "widgets/framebuffer/pixel_cells.h"

#include "core/base/error.h"
#include "widgets/framebuffer/framebuffer_images.h"

namespace hitmap {

PixelCells pixel_cells(const CountedPixels& counted, const PixelQuantity& quantity, const View& view,
                       Library& library, const JobContext& job) {
    PixelCells cells;
    try {
        cells.table = library.pixel_table(counted, job);
        cells.panel = image_of(*cells.table, quantity, view, job);
    } catch (const Cancelled&) {
        throw;
    } catch (const Error& error) {
        cells.absence = QString::fromUtf8(error.what());
        return cells;
    }
    ColourRange range;
    range.min = cells.panel.bottom;
    range.max = cells.panel.top;
    const QSize size(static_cast<int>(cells.panel.width), static_cast<int>(cells.panel.height));
    cells.image =
        coloured_cells(cells.panel.values, size, range, colour_map_named(view.colour_map), job).cells;
    return cells;
}

} // namespace hitmap
