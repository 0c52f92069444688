#pragma once

#include "core/raytracer/gpu_scene.h"
#include "core/simt/code.h"

namespace hitmap {

/// Persistent threads with while-while traversal (Aila and Laine 2009, "Understanding the Efficiency of Ray
/// Traversal on GPUs"). Every warp runs until the counter next_pixel has passed the last pixel.
simt::Code while_while(simt::Warp& warp, const GpuScene& gpu);

} // namespace hitmap
