#pragma once

#include "core/jobs/progress.h"
#include "core/profile/pixels/pixel_quantity.h"
#include "core/profile/pixels/window_pixels.h"
#include "render/picture/panels.h"
#include "widgets/session/recording/image_values.h"
#include "widgets/session/recording/latest_wanted.h"
#include "widgets/session/recording/library.h"

#include <QtGui/QImage>

#include <memory>

namespace hitmap {

/// Which pixels are shown, and how.
struct WantedCells {
    CountedPixels counted;
    const PixelQuantity* quantity = nullptr; ///< a row of pixel_quantities()
    View view;                               ///< its colours and its range
};

/// A quantity of pixels as cells.
struct PixelCells {
    WantedCells request;
    std::shared_ptr<const WindowPixels> pixels; ///< null if there are no cells
    bool simulated = false; ///< whether memory was lacking for an index, so that each window is simulated
    FramebufferPanel panel; ///< the values, and the range of the colours
    QImage image;           ///< null if there are no cells
    QString absence;        ///< why there are none
};

/// Returns the cells of the newest request for the same simulation. Indexes the pixels unless the library has
/// the index already, and then reads the request; if they cannot be indexed, the request is kept while its
/// window is simulated. Throws Cancelled.
[[nodiscard]] PixelCells pixel_cells(LatestWanted<WantedCells>& latest, Library& library,
                                     const JobContext& job);

} // namespace hitmap
