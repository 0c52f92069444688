#pragma once

#include "core/jobs/progress.h"
#include "core/profile/sums/stack_traffic.h"
#include "render/image/colour_map.h"
#include "widgets/session/frame_values.h"

#include <QtCore/QSize>
#include <QtGui/QImage>

#include <memory>
#include <vector>

namespace hitmap {

/// Width and height of the framebuffer; empty where that is not known.
[[nodiscard]] QSize framebuffer_size(const OpenRecording& recording);

/// Access order of each pixel in the frame, [width * height at least], row 0 on top; NaN: not written. Null
/// where `values` has none that fill the framebuffer.
[[nodiscard]] std::shared_ptr<const std::vector<float>> pixel_orders(const FrameValues& values,
                                                                     const QSize& framebuffer);

/// One cell a pixel, coloured by its order; transparent where it was not written. `orders` has a value for
/// each. Throws Cancelled.
[[nodiscard]] QImage order_image(const std::vector<float>& orders, const QSize& framebuffer,
                                 const ColourMap& map, const JobContext& job = {});

/// What the cells of a framebuffer are coloured by.
enum class FramebufferCells { order, stack };

/// Cells and what the scale of their colours ends at.
struct StackImage {
    QImage image;
    double most_sectors = 0.0;   ///< of a pixel, for the last colour
    bool some_have_more = false; ///< and have the last colour, too
};

/// One cell a pixel, coloured as in stack_framebuffer_of(); transparent where there are no sectors. Throws
/// what that throws.
[[nodiscard]] StackImage stack_image(const RecordedScene& scene, const StackTraffic& stack,
                                     const ColourMap& map, const JobContext& job = {});

/// What was rendered while the recording was made.
struct RenderedImage {
    QImage image;          ///< null: not known, and nothing to shade it from
    bool recorded = false; ///< the framebuffer's contents; else shaded from the scene at its camera
};

/// Throws FileError, Cancelled.
[[nodiscard]] RenderedImage rendered_image(const OpenRecording& recording, const JobContext& job = {});

} // namespace hitmap
