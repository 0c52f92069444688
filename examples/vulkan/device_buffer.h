#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "examples/vulkan/owned.h"
#include "examples/vulkan/vulkan_device.h"

namespace hitmap::vulkan {

/// A storage buffer in the device's memory, with a name for tools.
class DeviceBuffer {
public:
    /// The buffer has the contents of `bytes`, and at least one word. The device must outlive it. Throws
    /// Error, also if it is larger than the device allows.
    /// @param usage  besides that of a storage buffer
    DeviceBuffer(const VulkanDevice& device, const std::string& name, std::span<const std::byte> bytes,
                 VkBufferUsageFlags usage = 0);

    [[nodiscard]] VkBuffer get() const { return buffer_.get(); }
    /// The usage must have VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT.
    [[nodiscard]] VkDeviceAddress address() const;
    /// Copies the contents to `bytes`, which must not be longer than the buffer.
    void read(std::span<std::byte> bytes) const;

private:
    const VulkanDevice& device_;
    Owned<VkDeviceMemory> memory_; // freed after the buffer
    Owned<VkBuffer> buffer_;
};

} // namespace hitmap::vulkan
