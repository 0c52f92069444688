#pragma once

#include <memory>
#include <vulkan/vk_layer.h>

#include "capture/layer/device/device.h"

namespace hitmap::capture {

inline constexpr const char* layer_name = "VK_LAYER_HITMAP_capture";
inline constexpr const char* layer_description = "Records the memory accesses of shaders for Hitmap";

/// The functions of the next layer, from the loader.
struct DeviceLink {
    PFN_vkGetInstanceProcAddr get_instance_function = nullptr;
    PFN_vkGetDeviceProcAddr get_device_function = nullptr;
    PFN_vkSetDeviceLoaderData set_loader_data = nullptr;
};

/// Creates a device with the features that recording needs besides those of the program. If it lacks one, the
/// device is as the program wants it, and one line says why it is not recorded.
/// @param handle  what the result variable of vkCreateDevice holds, in which the loader passes itself a
/// pointer
[[nodiscard]] VkResult create_recorded_device(const std::shared_ptr<InstanceObject>& instance,
                                              VkPhysicalDevice physical, const VkDeviceCreateInfo& info,
                                              const VkAllocationCallbacks* allocator, const DeviceLink& link,
                                              VkDevice handle, std::shared_ptr<DeviceObject>& device);

/// Takes what is left in the log, and frees the objects of the layer.
void end_recorded_device(DeviceObject& device);

} // namespace hitmap::capture
