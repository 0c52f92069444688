#pragma once

#include "app/figure/figure_contents.h"
#include "app/figure/figure_layout.h"
#include "core/jobs/progress.h"
#include "render/image/image.h"

#include <vector>

namespace hitmap {

/// The pictures of a panel in their pixels on paper.
struct FigureRasters {
    Image picture;             ///< empty if the panel has none
    std::vector<Image> insets; ///< [insets]
};

/// Returns the number of pixels of a place at the DPI of the figure.
[[nodiscard]] FrameSize pixels_of(const FigureArea& area, const Figure& figure);

/// Draws meshes with an off-screen context of its own, and images. Returns [panels]. No display is needed.
/// Throws Error (no OpenGL, too many pixels), Cancelled.
[[nodiscard]] std::vector<FigureRasters> figure_rasters(const Figure& figure, const FigureLayout& layout,
                                                        const std::vector<FigureContent>& contents,
                                                        const JobContext& job = {});

} // namespace hitmap
