#pragma once

#include "core/raytracer/ray.h"
#include "core/simt/lanes.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>

/// Rays of another program, and which triangles they hit by the rules of Vulkan's traversal (Vulkan, "Ray
/// Traversal").
namespace hitmap {

/// Bits of a ray that its traversal looks at. (SPIR-V, "Ray Flags")
enum RayFlag : std::uint32_t {
    ray_opaque = 0x1,
    ray_no_opaque = 0x2,
    ray_ends_at_first_hit = 0x4,
    ray_culls_back = 0x10,
    ray_culls_front = 0x20,
    ray_culls_opaque = 0x40,
    ray_culls_no_opaque = 0x80,
    ray_skips_triangles = 0x100,
    ray_skips_boxes = 0x200,
};

/// What a traversal knows of a triangle beside its corners.
struct SlotTraits {
    std::uint8_t mask = 0xff;  ///< of its instance: a ray with none of these bits passes it
    bool is_opaque = true;     ///< no shader is asked whether a ray hits it
    bool culls_facing = true;  ///< rays may cull it by the side that they meet
    bool flips_facing = false; ///< its front is the other side
};

inline constexpr std::int32_t no_face = -1;

/// A ray of another program.
struct ReplayedRay {
    TracedRay ray;
    float tmin = 0.0F;
    float tmax = 0.0F;
    std::uint32_t flags = 0;
    std::uint32_t mask = 0;
    /// The source face that it hit in the program: of triangles that a shader judges it hits that one alone.
    std::int32_t hit_face = no_face;

    [[nodiscard]] bool ends_at_first_hit() const { return (flags & ray_ends_at_first_hit) != 0; }
};

/// The rays of a warp, and what they hit.
struct ReplayedWarp {
    simt::Mask lanes; ///< that have a ray
    simt::Lanes<ReplayedRay> rays;
    simt::Lanes<Hit> hits; ///< set by the traversal; without a slot for a miss
};

using TriangleCorners = std::array<glm::vec3, 3>;

/// Whether a triangle that the ray meets becomes its nearest hit.
/// @param candidate  where it meets the triangle
/// @param nearest    its hit before; at first t is the ray's tmax
/// @param source     the source face of the triangle
[[nodiscard]] bool becomes_hit(const ReplayedRay& ray, const Hit& candidate, const Hit& nearest,
                               const SlotTraits& traits, std::int32_t source, const TriangleCorners& corners);

} // namespace hitmap
