#pragma once

#include "core/raytracer/gpu_scene.h"
#include "core/raytracer/options/trace_options.h"
#include "core/raytracer/traversal.h"
#include "core/simt/code.h"

#include <cstdint>
#include <string_view>

/// The kernels. They differ in the loops that search the tree (Aila and Laine 2009) and in how threads get
/// their pixels.
namespace hitmap {

/// One iteration of a traversal loop, for lanes whose rays are not finished.
using Turn = simt::Code (*)(simt::Warp&, const GpuScene&, Traversal&);

/// While-while: descends to a leaf, then tests its triangles. Lanes that have reached a leaf wait for the
/// others.
simt::Code while_while_turn(simt::Warp& warp, const GpuScene& gpu, Traversal& lane);
/// If-if: visits at most one node, then tests at most one triangle.
simt::Code if_if_turn(simt::Warp& warp, const GpuScene& gpu, Traversal& lane);

/// Persistent threads: every warp runs until the work counters have passed the last pixel.
simt::Code persistent_threads(simt::Warp& warp, const GpuScene& gpu, Turn turn);
/// One thread per pixel: thread i of the launch has the i-th pixel of the schedule's order. The loop is
/// while-while.
simt::Code one_thread_a_pixel(simt::Warp& warp, const GpuScene& gpu);

simt::Code run_kernel(Kernel kernel, simt::Warp& warp, const GpuScene& gpu);
/// The name of the kernel in the list of launches.
[[nodiscard]] std::string_view function_name(Kernel kernel);

} // namespace hitmap
