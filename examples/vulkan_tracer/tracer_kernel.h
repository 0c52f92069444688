#pragma once

#include "core/raytracer/gpu_scene.h"
#include "core/raytracer/options/trace_options.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "examples/vulkan/device_buffer.h"
#include "examples/vulkan/vulkan_device.h"

namespace hitmap::vulkan {

/// The SPIR-V of a kernel, compiled from shaders/tracer.comp at build time.
/// @param notes  whether the kernel also notes the accesses of each pixel, for tests
[[nodiscard]] std::span<const std::uint32_t> kernel_code(Kernel kernel, bool notes);

/// The size of a launch, and the room for notes.
struct KernelSize {
    std::uint32_t blocks = 1;
    std::uint32_t threads = 1; ///< of a block
    std::uint32_t queues = 1;
    std::uint32_t node_width = 2;     ///< most children of a node
    std::uint32_t most_pixels = ~0U;  ///< that a persistent thread takes
    std::uint32_t notes_of_pixel = 0; ///< words; 0: the kernel takes no notes
};

/// The push constants of shaders/options.glsl.
struct LaunchConstants {
    glm::vec3 position;
    float reach;
    glm::vec3 forward;
    float unused_1;
    glm::vec3 right;
    float unused_2;
    glm::vec3 up;
    float unused_3;
    double scale;
    std::uint64_t seed;
};
[[nodiscard]] LaunchConstants constants_of(const GpuScene& gpu);

/// The specialization constants of shaders/options.glsl, by id.
[[nodiscard]] std::array<std::uint32_t, 18> specialization_of(const GpuScene& gpu, const KernelSize& size);

/// Renders the scene with one launch of the kernel and waits for it. Throws Error.
/// @param gpu  the scene; its sizes become constants of the pipeline
/// @param buffers  by the numbers of bindings in shaders/buffers.glsl; the notes last, if the size has notes
void launch_tracer(const VulkanDevice& device, Kernel kernel, const GpuScene& gpu, const KernelSize& size,
                   const std::vector<DeviceBuffer>& buffers);

} // namespace hitmap::vulkan
