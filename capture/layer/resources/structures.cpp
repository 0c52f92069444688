#include <array>

#include "capture/layer/device/device.h"
#include "capture/layer/interceptions.h"

/// Acceleration structures: where they are.
namespace hitmap::capture {

namespace {

VKAPI_ATTR VkResult VKAPI_CALL create_structure(VkDevice handle,
                                                const VkAccelerationStructureCreateInfoKHR* info,
                                                const VkAllocationCallbacks* allocator,
                                                VkAccelerationStructureKHR* structure) {
    DeviceObject& device = device_of(handle);
    const VkResult result = device.next.CreateAccelerationStructureKHR(handle, info, allocator, structure);
    if (result != VK_SUCCESS) return result;
    auto object = std::make_shared<StructureObject>();
    object->buffer = device.buffers.find(info->buffer);
    object->offset = info->offset;
    object->bytes = info->size;
    device.structures.put(*structure, std::move(object));
    return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_structure(VkDevice handle, VkAccelerationStructureKHR structure,
                                             const VkAllocationCallbacks* allocator) {
    DeviceObject& device = device_of(handle);
    device.structures.take(structure);
    device.next.DestroyAccelerationStructureKHR(handle, structure, allocator);
}

} // namespace

std::span<const Interception> structure_interceptions() {
    static const std::array list{
        intercept("vkCreateAccelerationStructureKHR", create_structure),
        intercept("vkDestroyAccelerationStructureKHR", destroy_structure),
    };
    return list;
}

} // namespace hitmap::capture
