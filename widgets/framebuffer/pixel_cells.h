#pragma once

#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/profile/pixels/pixel_quantity.h"
#include "core/profile/pixels/pixel_table.h"
#include "core/profile/query/time_window.h"
#include "render/picture/panels.h"
#include "widgets/session/open_recording.h"

#include <QtGui/QImage>

#include <memory>

namespace hitmap {

/// A part of a simulation of which pixels are counted: accesses in a window that its restriction selects.
struct CountedPixels {
    std::shared_ptr<const Simulation> simulation;
    TimeWindow window;
};

/// Simulates again and returns the sums of the pixels. Throws what make_pixel_table() throws.
[[nodiscard]] PixelTable pixel_table_of(const CountedPixels& counted, ThreadPool& pool,
                                        const JobContext& job);

/// A quantity of pixels as cells.
struct PixelCells {
    std::shared_ptr<const PixelTable> table;
    FramebufferPanel panel; ///< the values, and the range of the colours
    QImage image;           ///< null if there are no cells
    QString absence;        ///< why there are none
};

/// Returns the cells of a quantity with the colours and the range of a view. Throws Cancelled.
/// @param table  the sums if they are known already; null: they are made
[[nodiscard]] PixelCells pixel_cells(const CountedPixels& counted, const PixelQuantity& quantity,
                                     const View& view, std::shared_ptr<const PixelTable> table,
                                     ThreadPool& pool, const JobContext& job);

} // namespace hitmap
