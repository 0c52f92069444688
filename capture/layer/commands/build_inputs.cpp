#include "capture/layer/commands/build_inputs.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "capture/layer/commands/dispatch.h"
#include "capture/layer/resources/texel_bytes.h"

namespace hitmap::capture {

namespace {

using Geometry = VkAccelerationStructureGeometryKHR;
using Range = VkAccelerationStructureBuildRangeInfoKHR;
using Part = std::vector<std::uint8_t> SpoolGeometry::*;
/// Takes bytes that a build reads. With a limit of its own it may take fewer.
using Take = std::function<void(std::size_t geometry, Part, VkDeviceOrHostAddressConstKHR from,
                                std::uint64_t offset, std::uint64_t bytes)>;

constexpr std::uint64_t instance_bytes = sizeof(VkAccelerationStructureInstanceKHR);
constexpr std::uint64_t transform_bytes = sizeof(VkTransformMatrixKHR);

std::uint64_t index_bytes(VkIndexType type) {
    switch (type) {
    case VK_INDEX_TYPE_UINT32:
        return 4;
    case VK_INDEX_TYPE_UINT16:
        return 2;
    case VK_INDEX_TYPE_UINT8_EXT:
        return 1;
    default:
        return 0; // none
    }
}

/// Bytes from the first element to the end of the last.
std::uint64_t extent(std::uint64_t elements, std::uint64_t stride, std::uint64_t bytes) {
    if (elements == 0) return 0;
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    if (stride != 0 && elements - 1 > (most - bytes) / stride) return most;
    return (elements - 1) * stride + bytes;
}

void take_triangles(std::size_t number, const VkAccelerationStructureGeometryTrianglesDataKHR& from,
                    const Range& range, SpoolGeometry& to, const Take& take) {
    to.shape = BuiltShape::triangles;
    to.vertex_format = static_cast<std::uint32_t>(from.vertexFormat);
    to.index_type = static_cast<std::uint32_t>(from.indexType);
    to.stride = from.vertexStride;
    const std::uint64_t vertex = texel_bytes(from.vertexFormat);
    const std::uint64_t index = index_bytes(from.indexType);
    const std::uint64_t corners = std::uint64_t{3} * to.primitives;
    if (index == 0) {
        take(number, &SpoolGeometry::vertices, from.vertexData,
             range.primitiveOffset + range.firstVertex * from.vertexStride,
             extent(corners, from.vertexStride, vertex));
    } else {
        to.first_vertex = range.firstVertex;
        take(number, &SpoolGeometry::indices, from.indexData, range.primitiveOffset, corners * index);
        take(number, &SpoolGeometry::vertices, from.vertexData, 0,
             extent(std::uint64_t{from.maxVertex} + 1, from.vertexStride, vertex));
    }
    if (from.transformData.deviceAddress != 0)
        take(number, &SpoolGeometry::transform, from.transformData, range.transformOffset, transform_bytes);
}

/// @param take  is called for each part that has bytes
SpoolBuild described(DeviceObject& device, const VkAccelerationStructureBuildGeometryInfoKHR& info,
                     const Range* ranges, const Take& take) {
    SpoolBuild build;
    build.structure = address_of(device, info.dstAccelerationStructure);
    build.type = static_cast<std::uint32_t>(info.type);
    build.flags = info.flags;
    if (info.mode == VK_BUILD_ACCELERATION_STRUCTURE_MODE_UPDATE_KHR)
        build.updated = address_of(device, info.srcAccelerationStructure);
    for (std::size_t i = 0; i < info.geometryCount; ++i) {
        const Geometry& from = info.pGeometries != nullptr ? info.pGeometries[i] : *info.ppGeometries[i];
        SpoolGeometry to;
        to.flags = from.flags;
        to.primitives = ranges[i].primitiveCount;
        switch (from.geometryType) {
        case VK_GEOMETRY_TYPE_TRIANGLES_KHR:
            take_triangles(i, from.geometry.triangles, ranges[i], to, take);
            if (from.geometry.triangles.pNext != nullptr)
                device.capture->note("motion, micromaps and other extensions of triangles are not recorded: "
                                     "the geometry is that without them");
            break;
        case VK_GEOMETRY_TYPE_AABBS_KHR:
            to.shape = BuiltShape::boxes;
            to.stride = from.geometry.aabbs.stride;
            take(i, &SpoolGeometry::elements, from.geometry.aabbs.data, ranges[i].primitiveOffset,
                 extent(to.primitives, to.stride, sizeof(VkAabbPositionsKHR)));
            break;
        default:
            to.shape = BuiltShape::instances;
            to.stride = instance_bytes;
            if (from.geometry.instances.arrayOfPointers != VK_FALSE)
                device.capture->note("instances that a build finds through an array of pointers are not "
                                     "recorded");
            else
                take(i, &SpoolGeometry::elements, from.geometry.instances.data, ranges[i].primitiveOffset,
                     to.primitives * instance_bytes);
        }
        build.geometries.push_back(std::move(to));
    }
    return build;
}

/// A part of a buffer.
struct BufferPart {
    VkBuffer buffer = VK_NULL_HANDLE;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0; ///< to the end of the buffer
};

/// The buffer at an address that has most bytes behind it.
BufferPart buffer_at(const DeviceObject& device, std::uint64_t address) {
    BufferPart part;
    device.buffers.for_each([&](VkBuffer handle, const BufferObject& buffer) {
        if (buffer.address == 0 || !buffer.can_be_copied || address < buffer.address ||
            address - buffer.address >= buffer.bytes)
            return;
        const std::uint64_t offset = address - buffer.address;
        if (buffer.bytes - offset > part.bytes) part = {handle, offset, buffer.bytes - offset};
    });
    return part;
}

} // namespace

std::uint64_t address_of(const DeviceObject& device, VkAccelerationStructureKHR structure) {
    if (structure == VK_NULL_HANDLE) return 0;
    const VkAccelerationStructureDeviceAddressInfoKHR info{
        VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_DEVICE_ADDRESS_INFO_KHR, nullptr, structure};
    return device.next.GetAccelerationStructureDeviceAddressKHR(device.handle, &info);
}

BuildCommand copy_inputs(DeviceObject& device, VkCommandBuffer handle,
                         const VkAccelerationStructureBuildGeometryInfoKHR& info, const Range* ranges) {
    BuildCommand command;
    std::vector<BufferPart> sources; // [inputs]
    std::uint64_t total = 0;
    command.build = described(device, info, ranges,
                              [&](std::size_t geometry, Part part, VkDeviceOrHostAddressConstKHR from,
                                  std::uint64_t offset, std::uint64_t bytes) {
                                  const BufferPart source = buffer_at(device, from.deviceAddress + offset);
                                  bytes = std::min(bytes, source.bytes);
                                  if (bytes == 0) return;
                                  command.inputs.push_back({geometry, part, total, bytes});
                                  sources.push_back(source);
                                  total += bytes;
                              });
    if (total == 0) return command;
    // One for all inputs: a device has room for some thousands of allocations, which are the program's.
    command.copy = make_copy(device, total);
    if (!command.copy) {
        command.inputs.clear();
        device.capture->note(
            "the geometry of an acceleration structure is not recorded: there is no memory for a copy");
        return command;
    }
    copy_barrier(device, handle);
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const BuildInput& input = command.inputs[i];
        const VkBufferCopy range{sources[i].offset, input.offset, input.bytes};
        device.next.CmdCopyBuffer(handle, sources[i].buffer, command.copy->buffer, 1, &range);
    }
    end_copy_barrier(device, handle);
    return command;
}

void copy_tree(DeviceObject& device, VkCommandBuffer handle,
               const VkAccelerationStructureBuildGeometryInfoKHR& info, BuildCommand& command) {
    if (device.facts.tree_layout.empty()) return;
    const auto structure = device.structures.find(info.dstAccelerationStructure);
    if (!structure || !structure->buffer || !structure->buffer->can_be_copied || structure->bytes == 0)
        return;
    const VkBuffer from = device.buffers.handle_of(*structure->buffer);
    if (from == VK_NULL_HANDLE) return;
    HostCopy copy = make_copy(device, structure->bytes);
    if (!copy)
        return device.capture->note(
            "an acceleration structure of the driver is not recorded: there is no memory for a copy");
    copy_barrier(device, handle);
    const VkBufferCopy range{structure->offset, 0, structure->bytes};
    device.next.CmdCopyBuffer(handle, from, copy->buffer, 1, &range);
    end_copy_barrier(device, handle);
    command.tree = std::move(copy);
    command.build.tree_layout = device.facts.tree_layout;
}

SpoolBuild read_inputs(DeviceObject& device, const VkAccelerationStructureBuildGeometryInfoKHR& info,
                       const Range* ranges) {
    std::vector<std::pair<std::size_t, std::pair<Part, std::vector<std::uint8_t>>>> parts;
    SpoolBuild build = described(
        device, info, ranges,
        [&](std::size_t geometry, Part part, VkDeviceOrHostAddressConstKHR from, std::uint64_t offset,
            std::uint64_t bytes) {
            if (from.hostAddress == nullptr || bytes == 0) return;
            const auto* const first = static_cast<const std::uint8_t*>(from.hostAddress) + offset;
            parts.emplace_back(geometry, std::pair(part, std::vector<std::uint8_t>(first, first + bytes)));
        });
    for (auto& [geometry, part] : parts)
        build.geometries[geometry].*part.first = std::move(part.second);
    return build;
}

} // namespace hitmap::capture
