#pragma once

#include <cstdint>
#include <span>
#include <vulkan/vulkan_core.h>

#include "capture/layer/vulkan/functions.h"

namespace hitmap::capture {

struct DeviceObject;

/// A kernel of the layer, which has no descriptors: addresses are among its specialization constants.
struct LayerKernel {
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkPipeline pipeline = VK_NULL_HANDLE;
};

/// @param constants  [i]: the value of the constant with the number i
/// Throws std::runtime_error if the driver does not make it.
[[nodiscard]] LayerKernel make_layer_kernel(const DeviceObject& device, std::span<const std::uint32_t> words,
                                            std::span<const std::uint32_t> constants);
void free_layer_kernel(const DeviceObject& device, LayerKernel& kernel);

/// A barrier for all memory.
void memory_barrier(const DeviceFunctions& next, VkCommandBuffer commands, VkPipelineStageFlags from,
                    VkAccessFlags written, VkPipelineStageFlags to, VkAccessFlags accessed);

} // namespace hitmap::capture
