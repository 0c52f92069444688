#pragma once

#include "core/jobs/progress.h"
#include "core/profile/pixels/pixel_quantity.h"
#include "core/profile/sums/stack_traffic.h"
#include "render/image/colour_map.h"
#include "widgets/session/frame_values.h"

#include <QtCore/QSize>
#include <QtGui/QImage>

#include <memory>
#include <vector>

namespace hitmap {

/// Returns width and height of the framebuffer; empty if not known.
[[nodiscard]] QSize framebuffer_size(const OpenRecording& recording);

/// Returns the access order of each pixel in the frame, [width * height at least], row 0 at the top; NaN: not
/// written. Null if `values` has too few pixels for the framebuffer.
[[nodiscard]] std::shared_ptr<const std::vector<float>> pixel_orders(const FrameValues& values,
                                                                     const QSize& framebuffer);

/// Returns one cell per pixel, coloured by its order; transparent if it was not written. `orders` must have a
/// value for each pixel. Throws Cancelled.
[[nodiscard]] QImage order_image(const std::vector<float>& orders, const QSize& framebuffer,
                                 const ColourMap& map, const JobContext& job = {});

/// What determines the colours of the cells of a framebuffer: the access order, the stack sectors of the
/// whole recording, or a quantity of pixels.
struct FramebufferCells {
    bool of_stack = false;
    const PixelQuantity* quantity = nullptr; ///< a row of pixel_quantities()

    static const FramebufferCells order;
    static const FramebufferCells stack;
    friend bool operator==(const FramebufferCells&, const FramebufferCells&) = default;
};
inline constexpr FramebufferCells FramebufferCells::order{};
inline constexpr FramebufferCells FramebufferCells::stack{true};

/// Cells, and the end of their colour scale.
struct StackImage {
    QImage image;
    double most_sectors = 0.0;   ///< sectors of a pixel at the last colour
    bool some_have_more = false; ///< whether further pixels have more and also get the last colour
};

/// Returns one cell per pixel, coloured as in stack_framebuffer_of(); transparent if there are no sectors.
/// Throws as that function does.
[[nodiscard]] StackImage stack_image(const RecordedScene& scene, const StackTraffic& stack,
                                     const ColourMap& map, const JobContext& job = {});

/// The picture that the recorded program rendered.
struct RenderedImage {
    QImage image; ///< null: not known and cannot be shaded
    /// Whether it is the contents of the framebuffer; otherwise it was shaded from the scene with its camera.
    bool recorded = false;
};

/// Throws FileError, Cancelled.
[[nodiscard]] RenderedImage rendered_image(const OpenRecording& recording, const JobContext& job = {});

} // namespace hitmap
