#pragma once

#include "core/jobs/progress.h"
#include "render/image/image.h"
#include "render/picture/colour_bar.h"
#include "render/plot/histogram.h"
#include "render/scene/scene_renderer.h"
#include "render/view/colour_range.h"

#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// Colours of everything around the mesh.
struct PictureStyle {
    Rgb background{255, 255, 255};
    Rgb text{0x1e, 0x1e, 0x1e};
    bool transparent = false; ///< background alpha 0
    int largest_tile = 3072;  ///< samples a side that are drawn at once: bounds the GPU's memory
};

/// Description of a whole picture.
struct PictureRequest {
    FrameSize size{1280, 720}; ///< 64..32768 each
    View view;
    ColourRange range;
    ColourBarText bar;
    std::optional<Histogram> histogram; ///< of the values shown, over `range`: behind the labels of the bar
    std::vector<std::string> caption;   ///< lines under the mesh, the first one bold; may be empty
    PictureStyle style;
    float scale = 0.0F;    ///< of text and lines; 0: by the picture's size, 1 at 1280x720
    int supersampling = 2; ///< samples a pixel in each direction, 1..4
};

/// The mesh view alone, at any size: in tiles, where GL cannot do it at once. Needs the renderer's context.
/// Throws Error, Cancelled (between tiles).
[[nodiscard]] Image draw_mesh_view(SceneRenderer& renderer, const View& view, const ColourRange& range,
                                   FrameSize size, const PictureStyle& style = {}, int supersampling = 1,
                                   float pixel_scale = 1.0F, const JobContext& job = {});

/// Mesh view, colour bar (title, unit, ends, ticks, arrow heads at clamped ends, swatches of what is not
/// accessed, faded, or of one side of a difference; in place of all but the title the refusal, where there is
/// one) and caption, exactly of the asked size. Throws UsageError
/// (size), Error, Cancelled.
[[nodiscard]] Image render_picture(SceneRenderer& renderer, const PictureRequest& request,
                                   const JobContext& job = {});

} // namespace hitmap
