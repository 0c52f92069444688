#include "examples/vulkan_tracer/tracer_kernel.h"

#include "core/raytracer/kernels.h"
#include "core/raytracer/secondary_rays.h"

#include <glm/geometric.hpp>

#include <array>
#include <cstddef>
#include <string>

#include "examples/vulkan/compute_kernel.h"

namespace hitmap::vulkan {

static_assert(sizeof(LaunchConstants) == 80 && offsetof(LaunchConstants, scale) == 64);

LaunchConstants constants_of(const GpuScene& gpu) {
    const Camera& camera = gpu.camera;
    return {camera.position,
            gpu.reach,
            camera.forward,
            0.0F,
            glm::cross(camera.forward, camera.up),
            0.0F,
            camera.up,
            0.0F,
            half_fov_tangent(camera) / gpu.height,
            gpu.seed};
}

std::array<std::uint32_t, 18> specialization_of(const GpuScene& gpu, const KernelSize& size) {
    return {size.threads,
            gpu.width,
            gpu.height,
            gpu.nodes.host.empty() ? 1U : 0U,
            gpu.has_nodes ? 1U : 0U,
            gpu.leaf_size,
            size.node_width,
            gpu.stack.count,
            gpu.vertices.planar ? 1U : 0U,
            static_cast<std::uint32_t>(gpu.vertices.host.size()),
            static_cast<std::uint32_t>(gpu.normals.host.size()),
            static_cast<std::uint32_t>(gpu.schedule),
            size.queues,
            gpu.fetch == Fetch::warp ? 1U : 0U,
            static_cast<std::uint32_t>(gpu.rays.kind),
            gpu.rays.count,
            size.notes_of_pixel,
            size.most_pixels};
}

void launch_tracer(const VulkanDevice& device, Kernel kernel, const GpuScene& gpu, const KernelSize& size,
                   const std::vector<DeviceBuffer>& buffers) {
    const auto specialization = specialization_of(gpu, size);
    ComputeKernel pipeline(device, {.code = kernel_code(kernel, size.notes_of_pixel != 0),
                                    .entry_point = std::string(function_name(kernel)),
                                    .bindings = storage_buffers(buffers.size()),
                                    .specialization = specialization,
                                    .push_constant_bytes = sizeof(LaunchConstants)});
    pipeline.bind(buffers);
    const LaunchConstants constants = constants_of(gpu);
    pipeline.launch(size.blocks, 1, std::as_bytes(std::span(&constants, 1)));
}

} // namespace hitmap::vulkan
