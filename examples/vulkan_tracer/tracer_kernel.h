#pragma once

#include "core/raytracer/gpu_scene.h"
#include "core/raytracer/trace_options.h"

#include <cstdint>
#include <span>
#include <vector>

#include "examples/vulkan_tracer/device_buffer.h"
#include "examples/vulkan_tracer/owned.h"
#include "examples/vulkan_tracer/vulkan_device.h"

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

/// A compute pipeline for one launch of a kernel.
class TracerKernel {
public:
    /// @param gpu  the scene that the kernel will render; its sizes become constants of the pipeline
    /// Throws Error.
    TracerKernel(const VulkanDevice& device, Kernel kernel, const GpuScene& gpu, const KernelSize& size);

    /// Renders the scene. @param buffers  by the numbers of bindings in shaders/buffers.glsl
    void launch(const std::vector<DeviceBuffer>& buffers);

private:
    void make_layouts(std::size_t bindings);
    void make_pipeline(Kernel kernel);
    void bind(const std::vector<DeviceBuffer>& buffers);

    const VulkanDevice& device_;
    const GpuScene& gpu_;
    KernelSize size_;
    Owned<VkDescriptorSetLayout> set_layout_;
    Owned<VkPipelineLayout> layout_;
    Owned<VkPipeline> pipeline_;
    Owned<VkDescriptorPool> pool_;
    VkDescriptorSet set_{}; ///< of pool_
};

} // namespace hitmap::vulkan
