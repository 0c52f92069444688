#include "core/gpu_probe/gpu_buffer.h"

#include <cstdint>
#include <sys/mman.h>
#include <utility>

namespace hitmap {

namespace {

constexpr VkMemoryPropertyFlags seen_by_host =
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;

VulkanObject<VkBuffer> make_buffer(const VulkanClient& client, VkDeviceSize bytes, VkBufferUsageFlags usage) {
    VkBufferCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = bytes;
    info.usage = usage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
    VkBuffer buffer{};
    check_vulkan(client.functions().CreateBuffer(client.get(), &info, nullptr, &buffer), "vkCreateBuffer");
    return {client.get(), buffer, client.functions().DestroyBuffer};
}

struct BoundMemory {
    VulkanObject<VkDeviceMemory> memory;
    bool seen = false; ///< by the host
};

BoundMemory make_memory(const VulkanClient& client, VkBuffer buffer, VkMemoryPropertyFlags kind) {
    VkMemoryRequirements needed{};
    client.functions().GetBufferMemoryRequirements(client.get(), buffer, &needed);
    VkMemoryAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    info.allocationSize = needed.size;
    info.memoryTypeIndex = client.memory_type(needed.memoryTypeBits, kind);
    VkDeviceMemory memory{};
    check_vulkan(client.functions().AllocateMemory(client.get(), &info, nullptr, &memory),
                 "vkAllocateMemory");
    BoundMemory bound{{client.get(), memory, client.functions().FreeMemory}};
    check_vulkan(client.functions().BindBufferMemory(client.get(), buffer, memory, 0), "vkBindBufferMemory");
    const VkMemoryPropertyFlags found = client.memory().memoryTypes[info.memoryTypeIndex].propertyFlags;
    bound.seen = (found & seen_by_host) == seen_by_host;
    return bound;
}

/// Asks for large pages, so that few translations of addresses are missed. On a CPU device, the memory is
/// that of this process; a kernel that does not give large pages changes nothing.
void ask_for_large_pages(void* data, std::size_t bytes) {
    constexpr std::uintptr_t page = 4096;
    const auto begin = (reinterpret_cast<std::uintptr_t>(data) + page - 1) / page * page;
    const auto end = (reinterpret_cast<std::uintptr_t>(data) + bytes) / page * page;
    if (begin < end) static_cast<void>(madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE));
}

} // namespace

GpuBuffer::GpuBuffer(const VulkanClient& client, std::size_t words) : client_(client) {
    const VkDeviceSize bytes = words * sizeof(std::uint32_t);
    buffer_ = make_buffer(client, bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    BoundMemory own = make_memory(client, buffer_.get(), VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    memory_ = std::move(own.memory);
    if (!own.seen) {
        staging_ = make_buffer(client, bytes, 0);
        staging_memory_ = make_memory(client, staging_.get(), seen_by_host).memory;
    }
    void* data = nullptr;
    check_vulkan(client.functions().MapMemory(client.get(), own.seen ? memory_.get() : staging_memory_.get(),
                                              0, bytes, 0, &data),
                 "vkMapMemory");
    if (client.description().is_cpu) ask_for_large_pages(data, bytes);
    words_ = {static_cast<std::uint32_t*>(data), words};
}

void GpuBuffer::upload(std::size_t words) const {
    copy(staging_.get(), buffer_.get(), words);
}

void GpuBuffer::download(std::size_t words) const {
    copy(buffer_.get(), staging_.get(), words);
}

void GpuBuffer::copy(VkBuffer from, VkBuffer to, std::size_t words) const {
    if (staging_.get() == VkBuffer{}) return;
    client_.run([&](VkCommandBuffer commands) {
        const VkBufferCopy all{0, 0, words * sizeof(std::uint32_t)};
        client_.functions().CmdCopyBuffer(commands, from, to, 1, &all);
    });
}

} // namespace hitmap
