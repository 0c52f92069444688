#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "examples/vulkan/shader_inputs.h"

namespace hitmap::vulkan {

/// What a compute pipeline is made of.
struct KernelParts {
    std::span<const std::uint32_t> code;           ///< SPIR-V
    std::string entry_point;                       ///< also the name of the pipeline for tools
    std::vector<VkDescriptorType> bindings;        ///< of set 0, by their numbers
    std::span<const std::uint32_t> specialization; ///< the constants with ids 0 to size - 1
    std::uint32_t push_constant_bytes = 0;
};

/// A compute pipeline with storage buffers.
class ComputeKernel {
public:
    /// The device must outlive it. Throws Error.
    ComputeKernel(const VulkanDevice& device, const KernelParts& parts);

    /// Says which buffers the next launches use, by the numbers of their bindings. Throws Error.
    void bind(const std::vector<DeviceBuffer>& buffers);
    [[nodiscard]] ShaderInputs& inputs() { return inputs_; }
    /// Runs columns x rows work groups and waits for them. `push_constants` has as many bytes as
    /// KernelParts::push_constant_bytes. Throws Error.
    void launch(std::uint32_t columns, std::uint32_t rows, std::span<const std::byte> push_constants) const;

private:
    const VulkanDevice& device_;
    ShaderInputs inputs_;
    Owned<VkPipeline> pipeline_;
};

/// Storage buffers at bindings 0 to count - 1.
[[nodiscard]] std::vector<VkDescriptorType> storage_buffers(std::size_t count);

} // namespace hitmap::vulkan
