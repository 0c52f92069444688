#pragma once

#include "core/raytracer/gpu_scene.h"
#include "core/raytracer/secondary_rays.h"
#include "core/raytracer/traversal.h"
#include "core/simt/code.h"
#include "core/simt/registers.h"

#include <cstdint>

/// How lanes get their pixels, which rays they trace for them, and what they store.
namespace hitmap {

/// The pixel of a lane after the last one: there is no more work.
inline constexpr std::uint32_t no_pixel = ~std::uint32_t{0};

/// The registers of a lane for its pixel.
struct PixelWork {
    simt::Predicate has_pixel;
    simt::Predicate tracing; ///< the current ray is not finished
    simt::Var<std::uint32_t> pixel;
    Traversal ray;
    simt::Var<RayNumber> number; ///< of the current ray
    // For pixels with secondary rays:
    simt::Var<Rgba> colour;     ///< found by the primary ray
    simt::Var<float> light;     ///< gathered so far
    simt::Var<Surface> surface; ///< where secondary rays begin

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

/// Of the lanes in `active`, `through` have finished their rays. Returns those that may continue without the
/// others.
[[nodiscard]] simt::Mask may_go_on(const GpuScene& gpu, simt::Mask through, simt::Mask active);

/// Each active lane gets the next pixel of its SM's queue, or no_pixel. The warp increments the queue's
/// counter once for all its lanes.
simt::Code take_pixels(simt::Warp& warp, const GpuScene& gpu, simt::Var<std::uint32_t>& pixel);

/// For each active lane, the pixel whose number is that of its thread in the launch, or no_pixel.
[[nodiscard]] simt::Lanes<std::uint32_t> pixels_of_threads(const simt::Warp& warp, const GpuScene& gpu);

/// Starts the primary rays of the active lanes' pixels.
void begin_primary_rays(const simt::Warp& warp, const GpuScene& gpu, PixelWork& work);

/// Called when the rays of the active lanes are finished. Each lane starts the next ray of its pixel or,
/// after the last one, stores the colour of the pixel and gives the pixel up.
simt::Code end_rays(simt::Warp& warp, const GpuScene& gpu, PixelWork& work);

} // namespace hitmap
