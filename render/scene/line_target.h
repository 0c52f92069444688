#pragma once

#include "render/image/image.h"

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include <vector>

namespace hitmap {

/// The target of lines: the bound framebuffer, with a tile of a picture.
struct LineTarget {
    glm::mat4 world_to_clip{1.0F}; ///< projection of the tile
    FrameSize tile;
    float pixel_scale = 1.0F;
    std::vector<glm::vec4> half_spaces; ///< that lines are cut to (drawn_half_spaces())
};

} // namespace hitmap
