#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "capture/layer/device/device.h"
#include "capture/layer/interceptions.h"

/// The names that programs give their objects, for debuggers.
namespace hitmap::capture {

namespace {

/// The label that a program gave, without what Dawn puts before it: "DawnDbg=1;Dawn_Buffer_nodes" is "nodes".
/// A name of Dawn's without a label stays.
std::string without_dawn_prefix(const std::string& name) {
    constexpr std::string_view device = "DawnDbg=";
    constexpr std::string_view object = ";Dawn_";
    if (!name.starts_with(device)) return name;
    const std::size_t kind = name.find(object);
    if (kind == std::string::npos) return name;
    const std::size_t end = name.find('_', kind + object.size()); // of "Buffer" or "ComputePipeline"
    return end == std::string::npos || end + 1 == name.size() ? name : name.substr(end + 1);
}

void name_object(DeviceObject& device, VkObjectType type, std::uint64_t handle, const char* name) {
    const std::string text = name == nullptr ? "" : without_dawn_prefix(name);
    // Handles that are not dispatchable are pointers where pointers have 64 bits.
    if (type == VK_OBJECT_TYPE_BUFFER) {
        const auto buffer = device.buffers.find(reinterpret_cast<VkBuffer>(handle));
        if (!buffer) return;
        buffer->name = text;
        if (buffer->number != no_buffer) device.capture->write(SpoolBufferName{buffer->number, text});
    } else if (type == VK_OBJECT_TYPE_SHADER_MODULE) {
        if (const auto module = device.modules.find(reinterpret_cast<VkShaderModule>(handle)))
            module->name = text;
    } else if (type == VK_OBJECT_TYPE_PIPELINE) {
        if (const auto pipeline = device.pipelines.find(reinterpret_cast<VkPipeline>(handle));
            pipeline && !text.empty())
            pipeline->kernel = text;
    }
}

VKAPI_ATTR VkResult VKAPI_CALL set_name(VkDevice handle, const VkDebugUtilsObjectNameInfoEXT* info) {
    DeviceObject& device = device_of(handle);
    name_object(device, info->objectType, info->objectHandle, info->pObjectName);
    // A program can get this function from its instance although its device has no names.
    const auto next = device.next.SetDebugUtilsObjectNameEXT;
    return next == nullptr ? VK_SUCCESS : next(handle, info);
}

VKAPI_ATTR VkResult VKAPI_CALL set_marker_name(VkDevice handle, const VkDebugMarkerObjectNameInfoEXT* info) {
    DeviceObject& device = device_of(handle);
    VkObjectType type = VK_OBJECT_TYPE_UNKNOWN;
    if (info->objectType == VK_DEBUG_REPORT_OBJECT_TYPE_BUFFER_EXT) type = VK_OBJECT_TYPE_BUFFER;
    if (info->objectType == VK_DEBUG_REPORT_OBJECT_TYPE_SHADER_MODULE_EXT)
        type = VK_OBJECT_TYPE_SHADER_MODULE;
    if (info->objectType == VK_DEBUG_REPORT_OBJECT_TYPE_PIPELINE_EXT) type = VK_OBJECT_TYPE_PIPELINE;
    name_object(device, type, info->object, info->pObjectName);
    const auto next = device.next.DebugMarkerSetObjectNameEXT;
    return next == nullptr ? VK_SUCCESS : next(handle, info);
}

} // namespace

std::span<const Interception> name_interceptions() {
    static const std::array list{
        intercept("vkSetDebugUtilsObjectNameEXT", set_name),
        intercept("vkDebugMarkerSetObjectNameEXT", set_marker_name),
    };
    return list;
}

} // namespace hitmap::capture
