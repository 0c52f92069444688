#pragma once

#include "core/raytracer/gpu_scene.h"
#include "core/raytracer/trace_options.h"
#include "core/raytracer/traversal.h"
#include "core/simt/code.h"

#include <cstdint>
#include <string_view>

/// The kernels, from the loops that search the tree (Aila and Laine 2009) and from where the threads' pixels
/// come from.
namespace hitmap {

/// A turn of a traversal loop, for lanes whose rays are on their way.
using Turn = simt::Code (*)(simt::Warp&, const GpuScene&, Traversal&);

/// While-while: down to a leaf, then through its triangles. Lanes that are there wait for the others.
simt::Code while_while_turn(simt::Warp& warp, const GpuScene& gpu, Traversal& lane);
/// If-if: one node or none, then one triangle or none.
simt::Code if_if_turn(simt::Warp& warp, const GpuScene& gpu, Traversal& lane);

/// Persistent threads: every warp runs until the work counters have passed the last pixel.
simt::Code persistent_threads(simt::Warp& warp, const GpuScene& gpu, Turn turn);
/// One thread for each pixel: thread i of the launch has the i-th pixel of the schedule's order. While-while.
simt::Code one_thread_a_pixel(simt::Warp& warp, const GpuScene& gpu);

simt::Code run_kernel(Kernel kernel, simt::Warp& warp, const GpuScene& gpu);
/// As a launch calls it.
[[nodiscard]] std::string_view function_name(Kernel kernel);

} // namespace hitmap
