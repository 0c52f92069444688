#pragma once

#include "core/jobs/progress.h"
#include "render/image/colour_vision.h"
#include "render/image/image.h"
#include "render/picture/colour_bar.h"
#include "render/plot/histogram.h"
#include "render/scene/scene_renderer.h"
#include "render/view/colour_range.h"

#include <optional>
#include <string>
#include <vector>

namespace hitmap {

/// Colours of everything but the mesh, and how all of the picture is seen.
struct PictureStyle {
    Rgb background{255, 255, 255};
    Rgb text{0x1e, 0x1e, 0x1e};
    bool transparent = false;                   ///< whether the background has alpha 0
    ColourVision vision = ColourVision::normal; ///< all colours of the picture are replaced
    int largest_tile = 3072; ///< largest side of a tile in samples; it bounds the memory of the GPU
};

/// The description of a picture.
struct WantedPicture {
    FrameSize size{1280, 720}; ///< 64..32768 each
    View view;
    ColourRange range;
    ColourBarText bar;
    /// Histogram of the displayed values over `range`; drawn behind the labels of the bar.
    std::optional<Histogram> histogram;
    std::vector<std::string> caption; ///< lines below the mesh; the first one is bold; may be empty
    PictureStyle style;
    float scale = 0.0F;    ///< scale of text and lines; 0: by the size of the picture, 1 at 1280x720
    int supersampling = 2; ///< samples per pixel in each direction, 1..4
};

/// Draws the mesh view only, at any size; in tiles if GL cannot draw it at once. Needs the renderer's
/// context. Throws Error, and Cancelled between tiles.
[[nodiscard]] Image draw_mesh_view(SceneRenderer& renderer, const View& view, const ColourRange& range,
                                   FrameSize size, const PictureStyle& style = {}, int supersampling = 1,
                                   float pixel_scale = 1.0F, const JobContext& job = {});

/// A part of a picture, as seen through a window.
struct PicturePart {
    FrameSize picture; ///< size of the whole picture, at most 32768 on each side
    int left = 0;      ///< pixels of the picture that are left of the part
    int top = 0;       ///< pixels of the picture that are above the part
    FrameSize size;    ///< of the part
};
/// Draws a part of the picture that draw_mesh_view() would draw, with the same pixels.
[[nodiscard]] Image draw_mesh_part(SceneRenderer& renderer, const View& view, const ColourRange& range,
                                   const PicturePart& part, const PictureStyle& style, int supersampling,
                                   float pixel_scale, const JobContext& job = {});

/// Draws mesh view, colour bar and caption in a picture of exactly the requested size. The colour bar has
/// title, unit, ends, ticks, arrow heads at clamped ends, and samples of elements that are not accessed,
/// faded or only on one side of a difference. If there is a refusal, it replaces all but the title. Throws
/// UsageError (size), Error, Cancelled.
[[nodiscard]] Image render_picture(SceneRenderer& renderer, const WantedPicture& request,
                                   const JobContext& job = {});

} // namespace hitmap
