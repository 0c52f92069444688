#pragma once

namespace hitmap {

/// What of the rays of a pixel the mesh view shows.
struct RayDisplay {
    bool segments = true; ///< the rays, as lines
    bool visited = false; ///< instead of all boxes and faces of the pixel, those up to the current access
    friend bool operator==(const RayDisplay&, const RayDisplay&) = default;
};

template <class Archive>
void fields(Archive& a, RayDisplay& v) {
    a("ray_segments", v.segments);
    a("visited_only", v.visited);
}

} // namespace hitmap
