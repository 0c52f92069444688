#include "capture/layer/resources/descriptor_table.h"

#include <algorithm>
#include <mutex>

#include "capture/layer/resources/descriptor_writes.h"

namespace hitmap::capture {

namespace {

/// The place of a descriptor's dynamic offset among those of its set: they have the order of the bindings.
/// (Vulkan, vkCmdBindDescriptorSets)
std::uint32_t dynamic_offset(const BoundSet& bound, std::uint32_t number, std::uint32_t index) {
    std::uint32_t place = index;
    for (const auto& [other, binding] : bound.set->layout->bindings)
        if (other < number && is_dynamic(binding.type)) place += binding.count;
    return place < bound.dynamic_offsets.size() ? bound.dynamic_offsets[place] : 0;
}

template <class Visit>
void for_each_descriptor(const DispatchCommand& command, const Visit& visit) {
    for (const UsedBinding& used : command.pipeline->used) {
        const auto bound = command.sets.find(used.set);
        if (bound == command.sets.end() || !bound->second.set) continue;
        const SetLayoutObject& layout = *bound->second.set->layout;
        const auto binding = layout.bindings.find(used.binding);
        if (binding == layout.bindings.end()) continue;
        for (std::uint32_t index = 0; index < binding->second.count; ++index)
            if (const Descriptor* d = descriptor_at(*bound->second.set, used.binding, index);
                d != nullptr && d->buffer)
                visit(used, index, *d,
                      is_dynamic(binding->second.type) ? dynamic_offset(bound->second, used.binding, index)
                                                       : 0);
    }
}

} // namespace

std::vector<std::shared_ptr<BufferObject>> buffers_of(DeviceObject& device, const DispatchCommand& command) {
    const std::scoped_lock lock(device.descriptor_mutex);
    std::vector<std::shared_ptr<BufferObject>> buffers;
    for_each_descriptor(command, [&](const UsedBinding&, std::uint32_t, const Descriptor& d, std::uint32_t) {
        // What a driver keeps in an acceleration structure is not the program's.
        if (d.structure == 0 && std::find(buffers.begin(), buffers.end(), d.buffer) == buffers.end())
            buffers.push_back(d.buffer);
    });
    return buffers;
}

std::uint32_t write_table(DeviceObject& device, const DispatchCommand& command) {
    SpoolTable table;
    std::vector<std::uint64_t> key;
    std::unique_lock lock(device.descriptor_mutex);
    for_each_descriptor(command, [&](const UsedBinding& used, std::uint32_t index, const Descriptor& d,
                                     std::uint32_t offset) {
        SpoolDescriptor descriptor;
        descriptor.set = used.set;
        descriptor.binding = used.binding;
        descriptor.index = index;
        descriptor.buffer = d.buffer->number;
        descriptor.address = d.buffer->address == 0 ? 0 : d.buffer->address + d.offset + offset;
        if (d.structure != 0) descriptor.address = d.structure;
        descriptor.bytes = d.bytes;
        descriptor.texel_bytes = d.texel_bytes;
        for (const std::uint64_t part :
             {std::uint64_t{used.set}, std::uint64_t{used.binding}, std::uint64_t{index},
              std::uint64_t{descriptor.buffer}, descriptor.address, descriptor.bytes,
              std::uint64_t{descriptor.texel_bytes}})
            key.push_back(part);
        table.descriptors.push_back(descriptor);
    });
    lock.unlock();
    if (const auto known = device.tables.find(key); known != device.tables.end()) return known->second;
    // Programs that make new buffers all the time must not fill the memory.
    constexpr std::size_t most_remembered = 4096;
    if (device.tables.size() >= most_remembered) device.tables.clear();
    table.table = device.capture->next_table();
    device.tables.emplace(std::move(key), table.table);
    const std::uint32_t number = table.table;
    device.capture->write(std::move(table));
    return number;
}

} // namespace hitmap::capture
