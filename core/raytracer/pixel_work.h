#pragma once

#include "core/raytracer/gpu_scene.h"
#include "core/raytracer/secondary_rays.h"
#include "core/raytracer/traversal.h"
#include "core/simt/code.h"
#include "core/simt/registers.h"

#include <cstdint>

/// How lanes come to their pixels, which rays they trace for them, and what they leave there.
namespace hitmap {

/// Behind the last one: there is no more work.
inline constexpr std::uint32_t no_pixel = ~std::uint32_t{0};

/// Registers of a lane and its pixel.
struct PixelWork {
    simt::Predicate has_pixel;
    simt::Predicate tracing; ///< the ray is on its way
    simt::Var<std::uint32_t> pixel;
    Traversal ray;
    simt::Var<RayNumber> number; ///< of the ray
    // Of pixels with secondary rays:
    simt::Var<Rgba> colour;     ///< that the primary ray found
    simt::Var<float> light;     ///< gathered so far
    simt::Var<Surface> surface; ///< that secondary rays leave

    explicit PixelWork(simt::Warp& warp)
        : has_pixel(warp, false),
          tracing(warp, false),
          pixel(warp),
          ray(warp),
          number(warp),
          colour(warp),
          light(warp),
          surface(warp) {}
};

/// Of the lanes that are through, among the `active` ones, those that may go on without the others.
[[nodiscard]] simt::Mask may_go_on(const GpuScene& gpu, simt::Mask through, simt::Mask active);

/// Each active lane takes the next pixel of its SM's queue, or no_pixel; the warp asks the queue's counter
/// once, for all of them.
simt::Code take_pixels(simt::Warp& warp, const GpuScene& gpu, simt::Var<std::uint32_t>& pixel);

/// For each active lane the pixel that has the number of its thread in the launch, or no_pixel.
[[nodiscard]] simt::Lanes<std::uint32_t> pixels_of_threads(const simt::Warp& warp, const GpuScene& gpu);

/// The active lanes begin the primary rays of their pixels.
void begin_primary_rays(const simt::Warp& warp, const GpuScene& gpu, PixelWork& work);

/// The rays of the active lanes are through: each begins its pixel's next ray or, behind the last one, stores
/// the pixel's colour and has no pixel any more.
simt::Code end_rays(simt::Warp& warp, const GpuScene& gpu, PixelWork& work);

} // namespace hitmap
