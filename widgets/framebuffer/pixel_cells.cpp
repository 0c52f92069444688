#include "widgets/framebuffer/pixel_cells.h"

#include "core/base/error.h"
#include "widgets/framebuffer/framebuffer_images.h"

namespace hitmap {

PixelCells pixel_cells(LatestWanted<WantedCells>& latest, Library& library, const JobContext& job) {
    PixelCells cells;
    cells.request = latest.get();
    try {
        const auto indexed = library.indexed(cells.request.counted, job);
        cells.simulated = indexed->pixels == nullptr;
        cells.request = cells.simulated ? latest.keep() : latest.get();
        cells.pixels = library.pixels(cells.request.counted, job);
        cells.panel = image_of(*cells.pixels, *cells.request.quantity, cells.request.view, job);
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
        coloured_cells(cells.panel.values, size, range, colour_map_named(cells.request.view.colour_map), job)
            .cells;
    return cells;
}

} // namespace hitmap
