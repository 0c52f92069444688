#pragma once

#include "core/gpu_probe/vulkan_client.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace hitmap {

/// A storage buffer in the device's memory whose words the host writes and reads: in place where the memory
/// allows that, else by copies. The client must outlive it.
class GpuBuffer {
public:
    /// Its contents are undefined. Throws Error.
    GpuBuffer(const VulkanClient& client, std::size_t words);

    [[nodiscard]] VkBuffer get() const { return buffer_.get(); }
    /// The words as the host sees them, which are those of the device after upload() and download().
    [[nodiscard]] std::span<std::uint32_t> words() const { return words_; }
    void upload(std::size_t words) const;
    void download(std::size_t words) const;

private:
    void copy(VkBuffer from, VkBuffer to, std::size_t words) const;

    const VulkanClient& client_;
    VulkanObject<VkDeviceMemory> memory_; // freed after the buffer
    VulkanObject<VkBuffer> buffer_;
    VulkanObject<VkDeviceMemory> staging_memory_; ///< empty if the host sees the buffer itself
    VulkanObject<VkBuffer> staging_;
    std::span<std::uint32_t> words_;
};

} // namespace hitmap
