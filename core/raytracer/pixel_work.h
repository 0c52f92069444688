#pragma once

#include "core/raytracer/gpu_scene.h"
#include "core/raytracer/traversal.h"
#include "core/simt/code.h"
#include "core/simt/registers.h"

#include <cstdint>

/// How lanes come to their pixels, and what they leave there.
namespace hitmap {

/// Of the lanes that are through (`idle`, among the `active` ones), those that may go on without the others.
[[nodiscard]] simt::Mask may_go_on(const GpuScene& gpu, simt::Mask idle, simt::Mask active);

/// Each active lane takes the next pixel, or a number behind the last one; the warp asks the counter once,
/// for all of them.
simt::Code take_pixels(simt::Warp& warp, const GpuScene& gpu, simt::Var<std::uint32_t>& pixel);

/// The active lanes begin the primary rays of their pixels.
void begin_primary_rays(const simt::Warp& warp, const GpuScene& gpu, Traversal& lane,
                        const simt::Var<std::uint32_t>& pixel);

/// Shades what the rays hit and stores it in the frame buffer.
simt::Code write_pixels(simt::Warp& warp, const GpuScene& gpu, const Traversal& lane,
                        const simt::Var<std::uint32_t>& pixel);

} // namespace hitmap
