#include <array>

#include "capture/layer/device/device.h"
#include "capture/layer/interceptions.h"
#include "capture/layer/resources/texel_bytes.h"
#include "capture/layer/vulkan/chain.h"

/// Buffers, their memory and views: each buffer gets a device address.
namespace hitmap::capture {

namespace {

/// The usage of buffers below this layer: shaders and copies of the layer may read them.
VkBufferCreateInfo with_address(const VkBufferCreateInfo& info) {
    VkBufferCreateInfo changed = info;
    // Memory that is protected has no device addresses.
    if ((info.flags & VK_BUFFER_CREATE_PROTECTED_BIT) == 0)
        changed.usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
    return changed;
}

VKAPI_ATTR VkResult VKAPI_CALL create_buffer(VkDevice handle, const VkBufferCreateInfo* info,
                                             const VkAllocationCallbacks* allocator, VkBuffer* buffer) {
    DeviceObject& device = device_of(handle);
    const VkBufferCreateInfo changed = with_address(*info);
    const VkResult result = device.next.CreateBuffer(handle, &changed, allocator, buffer);
    if (result != VK_SUCCESS) return result;
    auto object = std::make_shared<BufferObject>();
    object->bytes = info->size;
    object->can_be_copied = (changed.usage & VK_BUFFER_USAGE_TRANSFER_SRC_BIT) != 0;
    device.buffers.put(*buffer, std::move(object));
    return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_buffer(VkDevice handle, VkBuffer buffer,
                                          const VkAllocationCallbacks* allocator) {
    DeviceObject& device = device_of(handle);
    if (const auto object = device.buffers.take(buffer); object && object->number != no_buffer) {
        SpoolBufferEnd end;
        end.buffer = object->number;
        device.capture->write(end);
    }
    device.next.DestroyBuffer(handle, buffer, allocator);
}

VKAPI_ATTR void VKAPI_CALL buffer_requirements(VkDevice handle, const VkDeviceBufferMemoryRequirements* info,
                                               VkMemoryRequirements2* requirements) {
    DeviceObject& device = device_of(handle);
    VkDeviceBufferMemoryRequirements changed = *info;
    const VkBufferCreateInfo buffer = with_address(*info->pCreateInfo);
    changed.pCreateInfo = &buffer;
    const auto next = device.next.GetDeviceBufferMemoryRequirements != nullptr
                          ? device.next.GetDeviceBufferMemoryRequirements
                          : device.next.GetDeviceBufferMemoryRequirementsKHR;
    next(handle, &changed, requirements);
}

/// Whether memory of a type and for a purpose can have device addresses.
bool can_have_addresses(const DeviceObject& device, const VkMemoryAllocateInfo& info) {
    constexpr VkMemoryPropertyFlags without =
        VK_MEMORY_PROPERTY_PROTECTED_BIT | VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT;
    const auto& memory = device.facts.memory;
    if (info.memoryTypeIndex < memory.memoryTypeCount &&
        (memory.memoryTypes[info.memoryTypeIndex].propertyFlags & without) != 0)
        return false;
    const auto* const dedicated = find_in_chain<VkMemoryDedicatedAllocateInfo>(
        info.pNext, VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO);
    return dedicated == nullptr || dedicated->image == VK_NULL_HANDLE;
}

VKAPI_ATTR VkResult VKAPI_CALL allocate_memory(VkDevice handle, const VkMemoryAllocateInfo* info,
                                               const VkAllocationCallbacks* allocator,
                                               VkDeviceMemory* memory) {
    DeviceObject& device = device_of(handle);
    if (!can_have_addresses(device, *info))
        return device.next.AllocateMemory(handle, info, allocator, memory);
    constexpr VkStructureType type = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO;
    Chain chain(info->pNext);
    VkMemoryAllocateFlagsInfo flags{type, nullptr, VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT, 0};
    if (const auto* const theirs = chain.find<VkMemoryAllocateFlagsInfo>(type))
        chain.set(type, &VkMemoryAllocateFlagsInfo::flags,
                  theirs->flags | VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT);
    else
        chain.prepend(flags);
    VkMemoryAllocateInfo changed = *info;
    changed.pNext = chain.first();
    const AppliedEdits applied(chain.edits());
    if (!applied.done())
        device.capture->note(
            "memory without device addresses: the structure that asks for them is read-only");
    return device.next.AllocateMemory(handle, &changed, allocator, memory);
}

/// A buffer that is bound to memory has an address.
void find_address(DeviceObject& device, VkBuffer buffer) {
    const auto object = device.buffers.find(buffer);
    if (!object || !object->can_be_copied) return;
    const VkBufferDeviceAddressInfo info{VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, nullptr, buffer};
    object->address = device.next.GetBufferDeviceAddress(device.handle, &info);
    if (object->address == 0) return;
    object->number = device.capture->next_buffer();
    device.capture->write(SpoolBuffer{object->number, object->address, object->bytes});
    if (!object->name.empty()) device.capture->write(SpoolBufferName{object->number, object->name});
}

VKAPI_ATTR VkResult VKAPI_CALL bind_buffer(VkDevice handle, VkBuffer buffer, VkDeviceMemory memory,
                                           VkDeviceSize offset) {
    DeviceObject& device = device_of(handle);
    const VkResult result = device.next.BindBufferMemory(handle, buffer, memory, offset);
    if (result == VK_SUCCESS) find_address(device, buffer);
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL bind_buffers(VkDevice handle, std::uint32_t count,
                                            const VkBindBufferMemoryInfo* infos) {
    DeviceObject& device = device_of(handle);
    const auto next = device.next.BindBufferMemory2 != nullptr ? device.next.BindBufferMemory2
                                                               : device.next.BindBufferMemory2KHR;
    const VkResult result = next(handle, count, infos);
    for (std::uint32_t i = 0; result == VK_SUCCESS && i < count; ++i)
        find_address(device, infos[i].buffer);
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL create_view(VkDevice handle, const VkBufferViewCreateInfo* info,
                                           const VkAllocationCallbacks* allocator, VkBufferView* view) {
    DeviceObject& device = device_of(handle);
    const VkResult result = device.next.CreateBufferView(handle, info, allocator, view);
    if (result != VK_SUCCESS) return result;
    auto object = std::make_shared<BufferViewObject>();
    object->buffer = device.buffers.find(info->buffer);
    object->offset = info->offset;
    object->bytes = info->range;
    if (info->range == VK_WHOLE_SIZE)
        object->bytes = object->buffer ? object->buffer->bytes - info->offset : 0;
    object->texel_bytes = texel_bytes(info->format);
    device.buffer_views.put(*view, std::move(object));
    return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_view(VkDevice handle, VkBufferView view,
                                        const VkAllocationCallbacks* allocator) {
    DeviceObject& device = device_of(handle);
    device.buffer_views.take(view);
    device.next.DestroyBufferView(handle, view, allocator);
}

} // namespace

std::span<const Interception> buffer_interceptions() {
    static const std::array list{
        intercept("vkCreateBuffer", create_buffer),
        intercept("vkDestroyBuffer", destroy_buffer),
        intercept("vkGetDeviceBufferMemoryRequirements", buffer_requirements),
        intercept("vkGetDeviceBufferMemoryRequirementsKHR", buffer_requirements),
        intercept("vkAllocateMemory", allocate_memory),
        intercept("vkBindBufferMemory", bind_buffer),
        intercept("vkBindBufferMemory2", bind_buffers),
        intercept("vkBindBufferMemory2KHR", bind_buffers),
        intercept("vkCreateBufferView", create_view),
        intercept("vkDestroyBufferView", destroy_view),
    };
    return list;
}

} // namespace hitmap::capture
