#pragma once

#include "core/jobs/progress.h"
#include "core/profile/pixels/pixel_quantity.h"
#include "render/image/colour_map.h"
#include "render/view/colour_range.h"
#include "widgets/framebuffer/pixel_selection.h"
#include "widgets/session/recording/frame_values.h"

#include <QtCore/QSize>
#include <QtGui/QImage>

#include <memory>
#include <vector>

namespace hitmap {

/// Returns the access order of each pixel in the frame, [width * height at least], row 0 at the top; NaN: not
/// written. Null if `values` has too few pixels for the framebuffer.
[[nodiscard]] std::shared_ptr<const std::vector<float>> pixel_orders(const FrameValues& values,
                                                                     const QSize& framebuffer);

/// Returns one cell per pixel, coloured by its order; transparent if it was not written. `orders` must have a
/// value for each pixel. Throws Cancelled.
[[nodiscard]] QImage order_image(const std::vector<float>& orders, const QSize& framebuffer,
                                 const ColourMap& map, const JobContext& job = {});

/// Cells of pixels, transparent where a pattern is shown in their place.
struct CellImage {
    QImage cells;
    QImage only_a;    ///< opaque at cells with a value on the baseline's side only; null if there are none
    QImage only_b;    ///< the same for the compared side
    QImage reduced{}; ///< the cells as they are drawn where they are smaller than pixels of the screen; may
                      ///< be null
};
/// Returns the cells of values, or of differences, coloured as a mesh view does. `values` must have a value
/// for each pixel. Throws Cancelled.
[[nodiscard]] CellImage coloured_cells(const std::vector<float>& values, const QSize& size,
                                       const ColourRange& range, const ColourMap& map,
                                       const JobContext& job = {});

/// What determines the colours of the cells of a framebuffer: the access order, or a quantity of pixels.
struct FramebufferCells {
    const PixelQuantity* quantity = nullptr; ///< a row of pixel_quantities()

    static const FramebufferCells order;
    friend bool operator==(const FramebufferCells&, const FramebufferCells&) = default;
};
inline constexpr FramebufferCells FramebufferCells::order{};

/// The picture that the recorded program rendered.
struct RenderedImage {
    QImage image; ///< null: not known and cannot be shaded
    /// Whether it is the contents of the framebuffer; otherwise it was shaded from the scene with its camera.
    bool recorded = false;
};

/// Throws FileError, Cancelled.
[[nodiscard]] RenderedImage rendered_image(const OpenRecording& recording, const JobContext& job = {});

} // namespace hitmap
