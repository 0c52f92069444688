#include <algorithm>
#include <array>
#include <cstring>

#include "capture/layer/device/create_device.h"
#include "capture/layer/interceptions.h"
#include "capture/layer/layer.h"

namespace hitmap::capture {

namespace {

/// The link of the loader to the next layer, which is advanced for it.
template <class CreateInfo>
CreateInfo* find_link(const void* chain, VkStructureType type, VkLayerFunction what) {
    for (auto* s = static_cast<const VkBaseInStructure*>(chain); s != nullptr; s = s->pNext)
        if (s->sType == type)
            // The loader hands these structures to layers so that they change them.
            if (auto* info = reinterpret_cast<CreateInfo*>(const_cast<VkBaseInStructure*>(s));
                info->function == what)
                return info;
    return nullptr;
}

/// Instances below this layer have at least the version in which device addresses are part of Vulkan.
constexpr std::uint32_t least_version = VK_API_VERSION_1_2;

VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo* info,
                                               const VkAllocationCallbacks* allocator, VkInstance* instance) {
    auto* const link = find_link<VkLayerInstanceCreateInfo>(
        info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO, VK_LAYER_LINK_INFO);
    if (link == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
    const PFN_vkGetInstanceProcAddr get = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    const auto create = reinterpret_cast<PFN_vkCreateInstance>(get(VK_NULL_HANDLE, "vkCreateInstance"));
    if (create == nullptr) return VK_ERROR_INITIALIZATION_FAILED;

    VkApplicationInfo application{};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    if (info->pApplicationInfo != nullptr) application = *info->pApplicationInfo;
    const std::uint32_t asked = application.apiVersion == 0 ? VK_API_VERSION_1_0 : application.apiVersion;
    VkInstanceCreateInfo changed = *info;
    application.apiVersion = asked;
    if (layer().capture->settings().instrumentation != Instrumentation::none && asked < least_version) {
        application.apiVersion = least_version;
        changed.pApplicationInfo = &application;
    }
    VkResult result = create(&changed, allocator, instance);
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER && application.apiVersion != asked) {
        // Drivers of Vulkan 1.0 refuse later versions.
        application.apiVersion = asked;
        result = create(info, allocator, instance);
    }
    if (result != VK_SUCCESS) return result;
    auto object = std::make_shared<InstanceObject>();
    object->handle = *instance;
    object->next = load_functions(*instance, get);
    object->api_version = application.apiVersion;
    layer().instances.put(dispatch_key(*instance), std::move(object));
    return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_instance(VkInstance instance, const VkAllocationCallbacks* allocator) {
    if (instance == VK_NULL_HANDLE) return;
    const auto object = layer().instances.take(dispatch_key(instance));
    if (object) object->next.DestroyInstance(instance, allocator);
}

VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                             const VkAllocationCallbacks* allocator, VkDevice* device) {
    const auto instance = layer().instances.find(dispatch_key(physical));
    auto* const link = find_link<VkLayerDeviceCreateInfo>(
        info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO, VK_LAYER_LINK_INFO);
    const auto* const callback = find_link<VkLayerDeviceCreateInfo>(
        info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO, VK_LOADER_DATA_CALLBACK);
    if (!instance || link == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
    const DeviceLink next{link->u.pLayerInfo->pfnNextGetInstanceProcAddr,
                          link->u.pLayerInfo->pfnNextGetDeviceProcAddr,
                          callback == nullptr ? nullptr : callback->u.pfnSetDeviceLoaderData};
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    std::shared_ptr<DeviceObject> object;
    const VkResult result =
        create_recorded_device(instance, physical, *info, allocator, next, *device, object);
    if (result != VK_SUCCESS) return result;
    *device = object->handle;
    layer().devices.put(dispatch_key(*device), object);
    return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_device(VkDevice device, const VkAllocationCallbacks* allocator) {
    if (device == VK_NULL_HANDLE) return;
    const auto object = layer().devices.take(dispatch_key(device));
    if (!object) return;
    end_recorded_device(*object);
    object->next.DestroyDevice(device, allocator);
    // A process may end without its exit handlers, as many that were forked do.
    bool any = false;
    layer().devices.for_each([&](const void*, const DeviceObject& other) { any = any || other.records; });
    if (object->records && !any) object->capture->write(SpoolEnd{});
}

VKAPI_ATTR VkResult VKAPI_CALL instance_layers(std::uint32_t* count, VkLayerProperties* properties);
VKAPI_ATTR VkResult VKAPI_CALL device_layers(VkPhysicalDevice /*physical*/, std::uint32_t* count,
                                             VkLayerProperties* properties) {
    return instance_layers(count, properties);
}

VKAPI_ATTR VkResult VKAPI_CALL instance_layers(std::uint32_t* count, VkLayerProperties* properties) {
    if (properties == nullptr) {
        *count = 1;
        return VK_SUCCESS;
    }
    if (*count == 0) return VK_INCOMPLETE;
    *count = 1;
    *properties = {};
    std::strcpy(properties->layerName, layer_name);
    std::strcpy(properties->description, layer_description);
    properties->specVersion = VK_API_VERSION_1_3;
    properties->implementationVersion = 1;
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL instance_extensions(const char* of_layer, std::uint32_t* count,
                                                   VkExtensionProperties* /*properties*/) {
    if (of_layer == nullptr || std::strcmp(of_layer, layer_name) != 0) return VK_ERROR_LAYER_NOT_PRESENT;
    *count = 0;
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL device_extensions(VkPhysicalDevice physical, const char* of_layer,
                                                 std::uint32_t* count, VkExtensionProperties* properties) {
    if (of_layer != nullptr && std::strcmp(of_layer, layer_name) == 0) {
        *count = 0;
        return VK_SUCCESS;
    }
    const auto instance = layer().instances.find(dispatch_key(physical));
    return instance->next.EnumerateDeviceExtensionProperties(physical, of_layer, count, properties);
}

} // namespace

} // namespace hitmap::capture

extern "C" {
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL hitmap_capture_device_function(VkDevice device, const char* name);
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL hitmap_capture_instance_function(VkInstance instance,
                                                                          const char* name);
}

namespace hitmap::capture {

std::span<const Interception> instance_interceptions() {
    static const std::array list{
        intercept("vkGetInstanceProcAddr", hitmap_capture_instance_function),
        intercept("vkGetDeviceProcAddr", hitmap_capture_device_function),
        intercept("vkCreateInstance", create_instance),
        intercept("vkDestroyInstance", destroy_instance),
        intercept("vkCreateDevice", create_device),
        intercept("vkDestroyDevice", destroy_device),
        intercept("vkEnumerateInstanceLayerProperties", instance_layers),
        intercept("vkEnumerateDeviceLayerProperties", device_layers),
        intercept("vkEnumerateInstanceExtensionProperties", instance_extensions),
        intercept("vkEnumerateDeviceExtensionProperties", device_extensions),
    };
    return list;
}

} // namespace hitmap::capture
