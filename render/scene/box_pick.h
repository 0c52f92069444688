#pragma once

#include "render/image/image.h"
#include "render/scene/box_runs.h"
#include "render/scene/prepared_scene.h"

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hitmap {

/// A box with an edge near a pixel.
struct BoxPick {
    std::uint32_t box = 0;
    glm::vec3 position{0.0F}; ///< nearest point of the edge in world space
};

/// The part of a picture that is searched for boxes, in pixels with y upwards.
struct BoxPickPlace {
    glm::mat4 world_to_clip{1.0F};
    FrameSize picture;
    glm::vec2 pixel{0.0F}; ///< (0.5, 0.5) is the centre of the lower left pixel
    float radius = 4.0F;
    std::vector<glm::vec4> half_spaces; ///< that edges are cut to (drawn_half_spaces())
    /// Depth of the faces (reversed: 0 is infinitely far) around the pixel.
    struct Depths {
        int x = 0;
        int y = 0;
        FrameSize size;
        std::vector<float> depth; ///< [width * height]; outside of it no edge is hidden
    };
    Depths faces;
};

/// Returns the accessed box of the runs (values: [boxes], NaN = not accessed) with an edge within the radius
/// that no face hides there. Of several, the nearest in whole pixels is chosen, then the nearest to the eye,
/// then the coarsest level.
[[nodiscard]] std::optional<BoxPick> pick_box_edge(const PreparedScene& prepared,
                                                   std::span<const float> values, const BoxRuns& runs,
                                                   const BoxPickPlace& place);

} // namespace hitmap
