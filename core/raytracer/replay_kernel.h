#pragma once

#include "core/raytracer/gpu_scene.h"
#include "core/raytracer/replayed_ray.h"
#include "core/simt/code.h"

#include <cstdint>
#include <span>

/// The kernel that traverses a tree for rays of another program.
namespace hitmap {

struct ReplayScene {
    const GpuScene& gpu;
    std::span<const SlotTraits> traits;    ///< [slots]
    std::span<const std::int32_t> sources; ///< [slots] source faces; -1: padding
};

/// Traverses the tree with the rays of a warp in lock step, as the loop while-while of kernels.h does.
simt::Code replay_rays(simt::Warp& warp, const ReplayScene& scene, ReplayedWarp& replayed);

} // namespace hitmap
