#pragma once

#include <cstdint>
#include <span>
#include <vector>
#include <vulkan/vulkan_core.h>

#include "device.h"

namespace program {

inline constexpr VkDescriptorType storage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;

/// Bindings 0, 1, ... of storage buffers. @param each  descriptors of a binding
[[nodiscard]] std::vector<VkDescriptorSetLayoutBinding> storage_bindings(std::uint32_t count,
                                                                         std::uint32_t each = 1);

/// Later dispatches see what earlier ones wrote.
void barrier(VkCommandBuffer commands);

/// Prints the words of a buffer.
void print(const Buffer& buffer);

/// A pipeline with one set of storage buffers, and what is needed to dispatch it.
struct Kernel {
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkDescriptorSet set;

    Kernel(Device& device, const char* shader, std::span<Buffer* const> buffers,
           const VkSpecializationInfo* constants = nullptr);
    void bind(VkCommandBuffer commands) const;
};

/// Submits commands and waits for them.
void run(Device& device, std::span<const VkCommandBuffer> commands);

/// Records and runs one dispatch of one kernel.
void run_kernel(Device& device, const Kernel& kernel, std::uint32_t x);

} // namespace program
