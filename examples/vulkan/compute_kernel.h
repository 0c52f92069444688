#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "examples/vulkan/device_buffer.h"
#include "examples/vulkan/owned.h"
#include "examples/vulkan/vulkan_device.h"

namespace hitmap::vulkan {

/// What a compute pipeline is made of.
struct KernelParts {
    std::span<const std::uint32_t> code;           ///< SPIR-V
    std::string entry_point;                       ///< also the name of the pipeline for tools
    std::size_t buffers = 0;                       ///< storage buffers: set 0, bindings 0 to buffers - 1
    std::span<const std::uint32_t> specialization; ///< the constants with ids 0 to size - 1
    std::uint32_t push_constant_bytes = 0;
};

/// A compute pipeline with storage buffers.
class ComputeKernel {
public:
    /// The device must outlive it. Throws Error.
    ComputeKernel(const VulkanDevice& device, const KernelParts& parts);

    /// Says which buffers the next launches use, by the number of their bindings: as many as
    /// KernelParts::buffers. Throws Error.
    void bind(const std::vector<DeviceBuffer>& buffers);
    /// Runs columns x rows work groups and waits for them. `push_constants` has as many bytes as
    /// KernelParts::push_constant_bytes. Throws Error.
    void launch(std::uint32_t columns, std::uint32_t rows, std::span<const std::byte> push_constants) const;

private:
    void make_layouts(const KernelParts& parts);
    void make_pipeline(const KernelParts& parts);

    const VulkanDevice& device_;
    Owned<VkDescriptorSetLayout> set_layout_;
    Owned<VkPipelineLayout> layout_;
    Owned<VkPipeline> pipeline_;
    Owned<VkDescriptorPool> pool_;
    VkDescriptorSet set_{}; ///< of pool_
};

} // namespace hitmap::vulkan
