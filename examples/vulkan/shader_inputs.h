#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "examples/vulkan/device_buffer.h"
#include "examples/vulkan/owned.h"
#include "examples/vulkan/vulkan_device.h"

namespace hitmap::vulkan {

/// The module of SPIR-V code. Throws Error.
[[nodiscard]] Owned<VkShaderModule> make_module(const VulkanDevice& device,
                                                std::span<const std::uint32_t> code);

/// The specialization constants with ids 0 to size - 1, for a pipeline.
class Specialization {
public:
    /// @param values  must outlive this
    explicit Specialization(std::span<const std::uint32_t> values);
    Specialization(const Specialization&) = delete;
    Specialization& operator=(const Specialization&) = delete;
    [[nodiscard]] const VkSpecializationInfo& info() const { return info_; }

private:
    std::vector<VkSpecializationMapEntry> entries_;
    VkSpecializationInfo info_{};
};

/// What the shaders of a pipeline get: storage buffers and acceleration structures of set 0, and push
/// constants.
class ShaderInputs {
public:
    /// The device must outlive it. Throws Error.
    /// @param stages    that get them
    /// @param bindings  the types of the descriptors, by the numbers of their bindings
    ShaderInputs(const VulkanDevice& device, VkShaderStageFlags stages,
                 std::span<const VkDescriptorType> bindings, std::uint32_t push_constant_bytes);

    /// Says which buffers the next launches use, by the numbers of their bindings; null: none, which the
    /// shader must not use. Throws Error.
    /// @param structure  for the bindings of acceleration structures
    void bind(std::span<const DeviceBuffer* const> buffers,
              VkAccelerationStructureKHR structure = VK_NULL_HANDLE);
    [[nodiscard]] VkPipelineLayout layout() const { return layout_.get(); }
    /// Records that the next launches of a pipeline get what was bound, and these push constants.
    void record(VkCommandBuffer commands, VkPipelineBindPoint point,
                std::span<const std::byte> push_constants) const;

private:
    const VulkanDevice& device_;
    VkShaderStageFlags stages_;
    std::vector<VkDescriptorType> bindings_;
    Owned<VkDescriptorSetLayout> set_layout_;
    Owned<VkPipelineLayout> layout_;
    Owned<VkDescriptorPool> pool_;
    VkDescriptorSet set_{}; ///< of pool_
};

} // namespace hitmap::vulkan
