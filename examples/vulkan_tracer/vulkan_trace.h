#pragma once

#include "core/geometry/scene.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/raytracer/options/trace_options.h"
#include "core/raytracer/trace_scene.h"

#include <cstdint>
#include <vector>

#include "examples/vulkan/vulkan_device.h"

namespace hitmap::vulkan {

struct VulkanTrace {
    Picture picture;
    std::uint32_t blocks = 0;  ///< work groups of the launch
    std::uint32_t threads = 0; ///< of each
    /// [pixels * notes_of_pixel] for each pixel, the number of its accesses and then the accesses
    /// (buffers.glsl)
    std::vector<std::uint32_t> notes;
};

/// What the kernels need from a device.
[[nodiscard]] DeviceNeeds tracer_needs();

/// Renders the scene on a Vulkan device, with the buffers and the kernel that trace_scene() has for these
/// options. Warps are the device's subgroups, so that options.warp_lanes and options.scheduler have no
/// effect.
/// @param notes_of_pixel  words for the notes of a pixel; 0: none are taken
/// Throws UsageError (options), Error (Vulkan), Cancelled.
[[nodiscard]] VulkanTrace trace_with_vulkan(const VulkanDevice& device, const Scene& scene,
                                            const TraceOptions& options, ThreadPool& pool,
                                            const JobContext& job = {}, std::uint32_t notes_of_pixel = 0);

} // namespace hitmap::vulkan
