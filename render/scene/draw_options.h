#pragma once

#include "render/image/colour_map.h"
#include "render/image/image.h"

#include <cstdint>

namespace hitmap {

/// The target of a picture, and the part of the picture to draw. In a window `picture` and `tile` are the
/// size of the widget in device pixels and x = y = 0.
struct DrawTarget {
    unsigned framebuffer = 0; ///< GL name; for QOpenGLWidget, defaultFramebufferObject()
    FrameSize picture;        ///< size of the whole picture, which determines the projection
    int x = 0;                ///< lower left corner of the tile in the picture, y upwards
    int y = 0;
    FrameSize tile;           ///< size of the part to draw, at the framebuffer's lower left corner
    float pixel_scale = 1.0F; ///< device pixels per logical pixel; scales line widths and hatching
    Rgb background{255, 255, 255};
    float background_alpha = 1.0F; ///< 0: transparent picture (the framebuffer needs alpha)
};

/// Limits of the work of one draw().
struct DrawEffort {
    std::uint64_t triangles = ~std::uint64_t{0}; ///< faces to add to the picture in this call
    bool halo = true;                            ///< whether edges of elements have a halo
    std::uint64_t boxes = ~std::uint64_t{0};     ///< maximum number of boxes to draw, coarse levels first
    /// Bytes to upload of values and geometry; building a program counts as some bytes. Only uploaded
    /// geometry is drawn, and the picture of older values stays until the new ones are complete.
    std::uint64_t upload_bytes = ~std::uint64_t{0};
    /// Whether the last complete picture is shown until one of another size is complete.
    bool keeps_picture = false;
    /// Number of boxes to search for accessed ones after a change of values or levels. Those found are drawn.
    std::uint64_t boxes_searched = ~std::uint64_t{0};
};

/// The progress of the picture.
struct DrawState {
    std::uint64_t triangles_drawn = 0;
    std::uint64_t triangles_total = 0;
    bool faces_uploaded = true; ///< whether the values and the geometry of faces are uploaded completely
    bool uploaded = true;       ///< the same for everything that the view shows
    bool boxes_found = true;    ///< whether the search for accessed boxes is complete
    bool is_older = false;      ///< whether the last complete picture is shown (DrawEffort::keeps_picture)
    [[nodiscard]] bool complete() const {
        return triangles_drawn >= triangles_total && uploaded && boxes_found;
    }
};

} // namespace hitmap
