#include "examples/vulkan/device_buffer.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace hitmap::vulkan {

namespace {

constexpr VkMemoryPropertyFlags of_host =
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;

Owned<VkBuffer> make_buffer(const VulkanDevice& device, VkDeviceSize bytes, VkBufferUsageFlags usage) {
    VkBufferCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = bytes;
    info.usage = usage;
    info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
    VkBuffer buffer{};
    check(vkCreateBuffer(device.get(), &info, nullptr, &buffer), "vkCreateBuffer");
    return {device.get(), buffer, vkDestroyBuffer};
}

Owned<VkDeviceMemory> make_memory(const VulkanDevice& device, VkBuffer buffer, VkMemoryPropertyFlags kind,
                                  bool has_address = false) {
    VkMemoryRequirements needed{};
    vkGetBufferMemoryRequirements(device.get(), buffer, &needed);
    VkMemoryAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    VkMemoryAllocateFlagsInfo addressed{};
    addressed.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO;
    addressed.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
    if (has_address) info.pNext = &addressed;
    info.allocationSize = needed.size;
    info.memoryTypeIndex = device.memory_type(needed.memoryTypeBits, kind);
    VkDeviceMemory memory{};
    check(vkAllocateMemory(device.get(), &info, nullptr, &memory), "vkAllocateMemory");
    Owned<VkDeviceMemory> owned(device.get(), memory, vkFreeMemory);
    check(vkBindBufferMemory(device.get(), buffer, memory, 0), "vkBindBufferMemory");
    return owned;
}

/// A buffer that both the host and the device can read and write.
class SharedBuffer {
public:
    SharedBuffer(const VulkanDevice& device, std::size_t bytes)
        : buffer_(make_buffer(device, bytes,
                              VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT)),
          memory_(make_memory(device, buffer_.get(), of_host)) {
        void* data = nullptr;
        check(vkMapMemory(device.get(), memory_.get(), 0, bytes, 0, &data), "vkMapMemory");
        data_ = {static_cast<std::byte*>(data), bytes};
    }
    [[nodiscard]] VkBuffer get() const { return buffer_.get(); }
    [[nodiscard]] std::span<std::byte> data() const { return data_; }

private:
    Owned<VkBuffer> buffer_;
    Owned<VkDeviceMemory> memory_;
    std::span<std::byte> data_;
};

void copy(const VulkanDevice& device, VkBuffer from, VkBuffer to, VkDeviceSize bytes) {
    device.run([&](VkCommandBuffer commands) {
        const VkBufferCopy all{0, 0, bytes};
        vkCmdCopyBuffer(commands, from, to, 1, &all);
    });
}

} // namespace

DeviceBuffer::DeviceBuffer(const VulkanDevice& device, const std::string& name,
                           std::span<const std::byte> bytes, VkBufferUsageFlags usage)
    : device_(device) {
    if (bytes.size() > device.limits().maxStorageBufferRange)
        throw Error(fmt::format("{}: expected buffers of at most {} bytes, found {} bytes of {}",
                                device.name(), device.limits().maxStorageBufferRange, bytes.size(), name));
    const std::size_t size = std::max(bytes.size(), sizeof(std::uint32_t));
    buffer_ = make_buffer(device, size,
                          usage | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                              VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    memory_ = make_memory(device, buffer_.get(), VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
                          (usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT) != 0);
    device.set_name(VK_OBJECT_TYPE_BUFFER, reinterpret_cast<std::uint64_t>(buffer_.get()), name);
    if (bytes.empty()) return;
    const SharedBuffer staging(device, bytes.size());
    std::ranges::copy(bytes, staging.data().begin());
    copy(device, staging.get(), buffer_.get(), bytes.size());
}

VkDeviceAddress DeviceBuffer::address() const {
    VkBufferDeviceAddressInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO;
    info.buffer = buffer_.get();
    return vkGetBufferDeviceAddress(device_.get(), &info);
}

void DeviceBuffer::read(std::span<std::byte> bytes) const {
    if (bytes.empty()) return;
    const SharedBuffer staging(device_, bytes.size());
    copy(device_, buffer_.get(), staging.get(), bytes.size());
    std::ranges::copy(staging.data(), bytes.begin());
}

} // namespace hitmap::vulkan
