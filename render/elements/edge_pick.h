#pragma once

#include "render/image/image.h"

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <limits>
#include <tuple>
#include <vector>

namespace hitmap {

/// The part of a picture that is searched for edges, in pixels with y upwards.
struct EdgePickPlace {
    glm::mat4 world_to_clip{1.0F};
    FrameSize picture;
    glm::vec2 pixel{0.0F}; ///< (0.5, 0.5) is the centre of the lower left pixel
    float radius = 4.0F;
    std::vector<glm::vec4> half_spaces; ///< that edges are cut to (drawn_half_spaces())
    /// Depth of the surfaces (reversed: 0 is infinitely far) around the pixel.
    struct Depths {
        int x = 0;
        int y = 0;
        FrameSize size;
        std::vector<float> depth; ///< [width * height]; outside of it no edge is hidden
    };
    Depths surfaces;
    /// Depth of a surface at the pixel that `surfaces` does not have, which hides edges, too; 0: there is
    /// none.
    float nearest_surface = 0.0F;
};

/// A corner in world space and in clip space.
struct EdgeEnd {
    glm::vec3 position;
    glm::vec4 clip;
};

/// The edge that is picked at a pixel: within the radius and not hidden by a surface there. Of several, the
/// nearest in whole pixels is chosen, then the nearest to the eye, then the first.
class NearestEdge {
public:
    /// The place must outlive the object.
    explicit NearestEdge(const EdgePickPlace& place) : place_(place) {}
    /// Returns whether the edge is the best so far.
    bool offer(const EdgeEnd& start, const EdgeEnd& end);
    /// The nearest point of the best edge in world space, and its depth.
    [[nodiscard]] const glm::vec3& position() const { return position_; }
    [[nodiscard]] float depth() const { return -std::get<1>(rank_); }

private:
    const EdgePickPlace& place_;
    std::tuple<float, float> rank_{std::numeric_limits<float>::infinity(), 0.0F};
    glm::vec3 position_{0.0F};
};

} // namespace hitmap
