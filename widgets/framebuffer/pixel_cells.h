#pragma once

#include "core/jobs/progress.h"
#include "core/profile/pixels/pixel_quantity.h"
#include "core/profile/pixels/pixel_table.h"
#include "render/picture/panels.h"
#include "widgets/session/library/image_values.h"
#include "widgets/session/library/library.h"

#include <QtGui/QImage>

#include <memory>

namespace hitmap {

/// A quantity of pixels as cells.
struct PixelCells {
    std::shared_ptr<const PixelTable> table;
    FramebufferPanel panel; ///< the values, and the range of the colours
    QImage image;           ///< null if there are no cells
    QString absence;        ///< why there are none
};

/// Returns the cells of a quantity with the colours and the range of a view. Counts the requests of pixels
/// unless the library has the counts already. Throws Cancelled.
[[nodiscard]] PixelCells pixel_cells(const CountedPixels& counted, const PixelQuantity& quantity,
                                     const View& view, Library& library, const JobContext& job);

} // namespace hitmap
