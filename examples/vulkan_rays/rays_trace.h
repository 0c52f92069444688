#pragma once

#include "core/geometry/scene.h"
#include "core/jobs/progress.h"
#include "core/jobs/thread_pool.h"
#include "core/raytracer/options/trace_options.h"
#include "core/raytracer/trace_scene.h"

#include "examples/vulkan/vulkan_device.h"

namespace hitmap::vulkan {

/// What the shaders need from a device. @param rays  not none
[[nodiscard]] DeviceNeeds rays_needs(RayUse rays);

/// Renders the scene on a Vulkan device that traverses an acceleration structure of its own, with ray queries
/// in a compute kernel or with a ray-tracing pipeline. Cameras, kinds of rays, colours and the order of the
/// faces in memory are those of trace_scene() with these options; the tree is the driver's, so that the
/// options of the tree only order the faces. Each thread traces the rays of one pixel. Throws UsageError
/// (options), Error (Vulkan), Cancelled.
/// @param rays  that the device was made for
[[nodiscard]] Picture trace_with_rays(const VulkanDevice& device, RayUse rays, const Scene& scene,
                                      const TraceOptions& options, ThreadPool& pool,
                                      const JobContext& job = {});

} // namespace hitmap::vulkan
