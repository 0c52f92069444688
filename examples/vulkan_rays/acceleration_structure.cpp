#include "examples/vulkan_rays/acceleration_structure.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace hitmap::vulkan {

namespace {

constexpr VkBufferUsageFlags with_address = VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;

std::vector<std::byte> zeros(VkDeviceSize bytes) {
    return std::vector<std::byte>(static_cast<std::size_t>(bytes));
}

/// A geometry of opaque triangles or of instances, whose inputs are still to be named.
VkAccelerationStructureGeometryKHR geometry_of(VkGeometryTypeKHR type) {
    VkAccelerationStructureGeometryKHR geometry{};
    geometry.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR;
    geometry.geometryType = type;
    geometry.flags = VK_GEOMETRY_OPAQUE_BIT_KHR;
    return geometry;
}

/// Builds a structure on the device, and waits for it.
void run_build(const VulkanDevice& device, VkAccelerationStructureBuildGeometryInfoKHR build,
               VkDeviceSize scratch_bytes, std::uint32_t primitives) {
    const VkDeviceSize alignment = std::max<VkDeviceSize>(
        device
            .properties<VkPhysicalDeviceAccelerationStructurePropertiesKHR>(
                VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ACCELERATION_STRUCTURE_PROPERTIES_KHR)
            .minAccelerationStructureScratchOffsetAlignment,
        1);
    const DeviceBuffer scratch(device, "scratch of the build", zeros(scratch_bytes + alignment),
                               with_address);
    build.scratchData.deviceAddress = (scratch.address() + alignment - 1) / alignment * alignment;
    const VkAccelerationStructureBuildRangeInfoKHR range{primitives, 0, 0, 0};
    const VkAccelerationStructureBuildRangeInfoKHR* const ranges = &range;
    const auto record =
        device.function<PFN_vkCmdBuildAccelerationStructuresKHR>("vkCmdBuildAccelerationStructuresKHR");
    device.run([&](VkCommandBuffer commands) { record(commands, 1, &build, &ranges); });
}

} // namespace

AccelerationStructure::AccelerationStructure(const VulkanDevice& device, const char* name,
                                             VkAccelerationStructureTypeKHR type,
                                             const VkAccelerationStructureGeometryKHR& geometry,
                                             std::uint32_t primitives) {
    VkAccelerationStructureBuildGeometryInfoKHR build{};
    build.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_GEOMETRY_INFO_KHR;
    build.type = type;
    build.flags = VK_BUILD_ACCELERATION_STRUCTURE_PREFER_FAST_TRACE_BIT_KHR;
    build.mode = VK_BUILD_ACCELERATION_STRUCTURE_MODE_BUILD_KHR;
    build.geometryCount = 1;
    build.pGeometries = &geometry;
    VkAccelerationStructureBuildSizesInfoKHR sizes{};
    sizes.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_SIZES_INFO_KHR;
    device.function<PFN_vkGetAccelerationStructureBuildSizesKHR>("vkGetAccelerationStructureBuildSizesKHR")(
        device.get(), VK_ACCELERATION_STRUCTURE_BUILD_TYPE_DEVICE_KHR, &build, &primitives, &sizes);

    buffer_.emplace(device, name, zeros(sizes.accelerationStructureSize),
                    with_address | VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_STORAGE_BIT_KHR);
    VkAccelerationStructureCreateInfoKHR info{};
    info.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_CREATE_INFO_KHR;
    info.buffer = buffer_->get();
    info.size = sizes.accelerationStructureSize;
    info.type = type;
    VkAccelerationStructureKHR made{};
    check(device.function<PFN_vkCreateAccelerationStructureKHR>("vkCreateAccelerationStructureKHR")(
              device.get(), &info, nullptr, &made),
          "vkCreateAccelerationStructureKHR");
    structure_ = {
        device.get(), made,
        device.function<PFN_vkDestroyAccelerationStructureKHR>("vkDestroyAccelerationStructureKHR")};

    build.dstAccelerationStructure = made;
    run_build(device, build, sizes.buildScratchSize, primitives);
    VkAccelerationStructureDeviceAddressInfoKHR at{};
    at.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_DEVICE_ADDRESS_INFO_KHR;
    at.accelerationStructure = made;
    address_ = device.function<PFN_vkGetAccelerationStructureDeviceAddressKHR>(
        "vkGetAccelerationStructureDeviceAddressKHR")(device.get(), &at);
}

AccelerationStructure AccelerationStructure::of_triangles(const VulkanDevice& device,
                                                          const DeviceBuffer& vertices,
                                                          std::uint32_t vertex_count,
                                                          const DeviceBuffer& indices,
                                                          std::uint32_t triangle_count) {
    VkAccelerationStructureGeometryKHR geometry = geometry_of(VK_GEOMETRY_TYPE_TRIANGLES_KHR);
    VkAccelerationStructureGeometryTrianglesDataKHR& triangles = geometry.geometry.triangles;
    triangles.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_TRIANGLES_DATA_KHR;
    triangles.vertexFormat = VK_FORMAT_R32G32B32_SFLOAT;
    triangles.vertexData.deviceAddress = vertices.address();
    triangles.vertexStride = 3 * sizeof(float);
    triangles.maxVertex = vertex_count == 0 ? 0 : vertex_count - 1;
    triangles.indexType = VK_INDEX_TYPE_UINT32;
    triangles.indexData.deviceAddress = indices.address();
    return {device, "acceleration structure of the mesh", VK_ACCELERATION_STRUCTURE_TYPE_BOTTOM_LEVEL_KHR,
            geometry, triangle_count};
}

AccelerationStructure AccelerationStructure::of_instance(const VulkanDevice& device,
                                                         const AccelerationStructure& of) {
    VkAccelerationStructureInstanceKHR instance{};
    instance.transform = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    instance.mask = 0xff;
    instance.flags = VK_GEOMETRY_INSTANCE_TRIANGLE_FACING_CULL_DISABLE_BIT_KHR;
    instance.accelerationStructureReference = of.address();
    const DeviceBuffer instances(device, "instances", std::as_bytes(std::span(&instance, 1)),
                                 with_address |
                                     VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_BIT_KHR);
    VkAccelerationStructureGeometryKHR geometry = geometry_of(VK_GEOMETRY_TYPE_INSTANCES_KHR);
    geometry.geometry.instances.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_INSTANCES_DATA_KHR;
    geometry.geometry.instances.data.deviceAddress = instances.address();
    return {device, "acceleration structure of the instance", VK_ACCELERATION_STRUCTURE_TYPE_TOP_LEVEL_KHR,
            geometry, 1};
}

} // namespace hitmap::vulkan
