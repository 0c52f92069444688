#include "widgets/framebuffer/pixel_cells.h"

#include "core/base/error.h"
#include "core/profile/derived/pixel_tables.h"
#include "core/trace/hmt/file/hmt_reader.h"
#include "widgets/framebuffer/framebuffer_images.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace hitmap {

PixelTable pixel_table_of(const CountedPixels& counted, ThreadPool& pool, const JobContext& job) {
    const Simulation& simulation = *counted.simulation;
    const auto source = request_source(*simulation.recording->file, pool, 0, simulation.recording->scene);
    return make_pixel_table(*source, simulation.model, simulation.config.only, counted.window, pool, job);
}

PixelCells pixel_cells(const CountedPixels& counted, const PixelQuantity& quantity, const View& view,
                       std::shared_ptr<const PixelTable> table, ThreadPool& pool, const JobContext& job) {
    PixelCells cells;
    try {
        if (table == nullptr) table = std::make_shared<const PixelTable>(pixel_table_of(counted, pool, job));
        cells.table = std::move(table);
        cells.panel = image_of(*cells.table, quantity, view, job);
    } catch (const Cancelled&) {
        throw;
    } catch (const Error& error) {
        cells.absence = QString::fromUtf8(error.what());
        return cells;
    }
    const float bottom = cells.panel.bottom;
    const float extent = cells.panel.top - bottom;
    std::vector<float> shares = cells.panel.values;
    for (float& value : shares)
        value = std::clamp((value - bottom) / extent, 0.0F, 1.0F); // keeps NaN
    const QSize size(static_cast<int>(cells.panel.width), static_cast<int>(cells.panel.height));
    cells.image = order_image(shares, size, colour_map_named(view.colour_map), job);
    return cells;
}

} // namespace hitmap
