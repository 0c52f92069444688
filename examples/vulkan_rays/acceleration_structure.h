#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "examples/vulkan/device_buffer.h"
#include "examples/vulkan/owned.h"
#include "examples/vulkan/vulkan_device.h"

namespace hitmap::vulkan {

/// An acceleration structure that the device has built.
class AccelerationStructure {
public:
    /// Builds the structure of opaque triangles, and waits for it. Throws Error.
    /// @param vertices  three floats each
    /// @param indices   three of 32 bits for each triangle. Both buffers have addresses, and the usage of
    /// build
    ///                  inputs
    [[nodiscard]] static AccelerationStructure
    of_triangles(const VulkanDevice& device, const DeviceBuffer& vertices, std::uint32_t vertex_count,
                 const DeviceBuffer& indices, std::uint32_t triangle_count);
    /// Builds the structure of one instance of another structure, where that is. Throws Error.
    [[nodiscard]] static AccelerationStructure of_instance(const VulkanDevice& device,
                                                           const AccelerationStructure& of);

    [[nodiscard]] VkAccelerationStructureKHR get() const { return structure_.get(); }
    [[nodiscard]] VkDeviceAddress address() const { return address_; }

private:
    /// @param name  of its buffer, for tools
    AccelerationStructure(const VulkanDevice& device, const char* name, VkAccelerationStructureTypeKHR type,
                          const VkAccelerationStructureGeometryKHR& geometry, std::uint32_t primitives);

    std::optional<DeviceBuffer> buffer_;
    Owned<VkAccelerationStructureKHR> structure_; // destroyed before its buffer
    VkDeviceAddress address_ = 0;
};

} // namespace hitmap::vulkan
