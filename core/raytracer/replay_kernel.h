#pragma once

#include "core/raytracer/gpu_scene.h"
#include "core/raytracer/ray.h"
#include "core/simt/code.h"

#include <cstdint>
#include <span>

/// The kernel that traverses a tree for rays of another program, with the rules of Vulkan's traversal
/// (Vulkan, "Ray Traversal").
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
};

struct ReplayScene {
    const GpuScene& gpu;
    std::span<const SlotTraits> traits;    ///< [slots]
    std::span<const std::int32_t> sources; ///< [slots] source faces; -1: padding
};

/// The rays of a warp, and what they hit.
struct ReplayedWarp {
    simt::Mask lanes; ///< that have a ray
    simt::Lanes<ReplayedRay> rays;
    simt::Lanes<Hit> hits; ///< set by the kernel; without a slot for a miss
};

/// Traverses the tree with the rays of a warp in lock step, as the loop while-while of kernels.h does.
simt::Code replay_rays(simt::Warp& warp, const ReplayScene& scene, ReplayedWarp& replayed);

} // namespace hitmap
