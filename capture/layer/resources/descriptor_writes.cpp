#include "capture/layer/resources/descriptor_writes.h"

#include <cstddef>

#include "capture/layer/vulkan/chain.h"

namespace hitmap::capture {

namespace {

Descriptor of_buffer(const DeviceObject& device, const VkDescriptorBufferInfo& info) {
    Descriptor descriptor;
    descriptor.buffer = device.buffers.find(info.buffer);
    if (!descriptor.buffer) return descriptor;
    descriptor.offset = info.offset;
    descriptor.bytes = info.range == VK_WHOLE_SIZE ? descriptor.buffer->bytes - info.offset : info.range;
    return descriptor;
}

Descriptor of_view(const DeviceObject& device, VkBufferView handle) {
    Descriptor descriptor;
    const auto view = device.buffer_views.find(handle);
    if (!view) return descriptor;
    descriptor.buffer = view->buffer;
    descriptor.offset = view->offset;
    descriptor.bytes = view->bytes;
    descriptor.texel_bytes = view->texel_bytes;
    return descriptor;
}

Descriptor of_structure(const DeviceObject& device, VkAccelerationStructureKHR handle) {
    Descriptor descriptor;
    const auto structure = device.structures.find(handle);
    if (!structure || !structure->buffer) return descriptor;
    const VkAccelerationStructureDeviceAddressInfoKHR info{
        VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_DEVICE_ADDRESS_INFO_KHR, nullptr, handle};
    descriptor.structure = device.next.GetAccelerationStructureDeviceAddressKHR(device.handle, &info);
    descriptor.buffer = structure->buffer;
    descriptor.offset = structure->offset;
    descriptor.bytes = structure->bytes;
    return descriptor;
}

enum class Source { buffer, view, structure, other };

Source source_of(VkDescriptorType type) {
    switch (type) {
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER:
    case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER:
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC:
    case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC:
        return Source::buffer;
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
    case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
        return Source::view;
    case VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR:
        return Source::structure;
    default:
        return Source::other;
    }
}

Descriptor from_write(const DeviceObject& device, Source source, const VkWriteDescriptorSet& write,
                      std::uint32_t i) {
    switch (source) {
    case Source::buffer:
        return of_buffer(device, write.pBufferInfo[i]);
    case Source::view:
        return of_view(device, write.pTexelBufferView[i]);
    default:
        break;
    }
    const auto* const structures = find_in_chain<VkWriteDescriptorSetAccelerationStructureKHR>(
        write.pNext, VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_ACCELERATION_STRUCTURE_KHR);
    return structures == nullptr || i >= structures->accelerationStructureCount
               ? Descriptor{}
               : of_structure(device, structures->pAccelerationStructures[i]);
}

Descriptor from_data(const DeviceObject& device, Source source, const std::byte* data) {
    switch (source) {
    case Source::buffer:
        return of_buffer(device, *reinterpret_cast<const VkDescriptorBufferInfo*>(data));
    case Source::view:
        return of_view(device, *reinterpret_cast<const VkBufferView*>(data));
    default:
        return of_structure(device, *reinterpret_cast<const VkAccelerationStructureKHR*>(data));
    }
}

template <class Set>
auto* at(Set& set, std::uint32_t binding, std::uint64_t element) {
    const auto& bindings = set.layout->bindings;
    auto found = bindings.find(binding);
    while (found != bindings.end() && element >= found->second.count) {
        element -= found->second.count;
        ++found;
    }
    const bool exists = found != bindings.end() && found->second.first + element < set.descriptors.size();
    return exists ? &set.descriptors[found->second.first + element] : nullptr;
}

} // namespace

bool is_dynamic(VkDescriptorType type) {
    return type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC ||
           type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
}

Descriptor* descriptor_at(SetObject& set, std::uint32_t binding, std::uint64_t element) {
    return at(set, binding, element);
}

const Descriptor* descriptor_at(const SetObject& set, std::uint32_t binding, std::uint64_t element) {
    return at(set, binding, element);
}

void write_descriptors(const DeviceObject& device, SetObject& set, const VkWriteDescriptorSet& write) {
    const Source source = source_of(write.descriptorType);
    if (source == Source::other) return;
    for (std::uint32_t i = 0; i < write.descriptorCount; ++i)
        if (Descriptor* const to =
                descriptor_at(set, write.dstBinding, std::uint64_t{write.dstArrayElement} + i))
            *to = from_write(device, source, write, i);
}

void write_descriptors(const DeviceObject& device, SetObject& set, const TemplateObject& by,
                       const void* data) {
    for (const VkDescriptorUpdateTemplateEntry& entry : by.entries) {
        const Source source = source_of(entry.descriptorType);
        if (source == Source::other) continue;
        for (std::uint32_t i = 0; i < entry.descriptorCount; ++i) {
            const auto* const from = static_cast<const std::byte*>(data) + entry.offset + i * entry.stride;
            Descriptor* const to =
                descriptor_at(set, entry.dstBinding, std::uint64_t{entry.dstArrayElement} + i);
            if (to != nullptr) *to = from_data(device, source, from);
        }
    }
}

void copy_descriptors(const SetObject& from, SetObject& to, const VkCopyDescriptorSet& copy) {
    for (std::uint32_t i = 0; i < copy.descriptorCount; ++i) {
        const Descriptor* const source =
            descriptor_at(from, copy.srcBinding, std::uint64_t{copy.srcArrayElement} + i);
        Descriptor* const target =
            descriptor_at(to, copy.dstBinding, std::uint64_t{copy.dstArrayElement} + i);
        if (source != nullptr && target != nullptr) *target = *source;
    }
}

} // namespace hitmap::capture
