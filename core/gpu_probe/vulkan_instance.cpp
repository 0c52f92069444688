#include "core/base/error.h"
#include "core/gpu_probe/vulkan_client.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace hitmap {

namespace {

bool has_extension(const VulkanInstanceFunctions& call, VkPhysicalDevice device, std::string_view name) {
    std::uint32_t count = 0;
    static_cast<void>(call.EnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr));
    std::vector<VkExtensionProperties> extensions(count);
    static_cast<void>(call.EnumerateDeviceExtensionProperties(device, nullptr, &count, extensions.data()));
    extensions.resize(count);
    return std::ranges::any_of(extensions,
                               [&](const auto& extension) { return extension.extensionName == name; });
}

/// Properties that Vulkan gives in a chain of structures, as far as the device has them.
struct ChainedProperties {
    VkPhysicalDeviceSubgroupProperties subgroups{};
    VkPhysicalDeviceDriverProperties driver{};
    VkPhysicalDeviceShaderSMBuiltinsPropertiesNV nvidia{};
    VkPhysicalDeviceShaderCorePropertiesAMD amd{};
};

ChainedProperties chained_properties(const VulkanInstanceFunctions& call, VkPhysicalDevice device) {
    ChainedProperties chained;
    VkPhysicalDeviceProperties2 properties{};
    properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    const auto add = [&](auto& structure, VkStructureType type) {
        structure.sType = type;
        structure.pNext = properties.pNext;
        properties.pNext = &structure;
    };
    add(chained.subgroups, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES);
    if (has_extension(call, device, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME))
        add(chained.driver, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES);
    if (has_extension(call, device, VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME))
        add(chained.nvidia, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV);
    if (has_extension(call, device, VK_AMD_SHADER_CORE_PROPERTIES_EXTENSION_NAME))
        add(chained.amd, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_AMD);
    call.GetPhysicalDeviceProperties2(device, &properties);
    return chained;
}

GpuDescription describe(const VulkanInstanceFunctions& call, VkPhysicalDevice device) {
    VkPhysicalDeviceProperties properties{};
    call.GetPhysicalDeviceProperties(device, &properties);
    GpuDescription description;
    description.name = properties.deviceName;
    description.vendor = vendor_name(properties.vendorID);
    description.is_cpu = properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    if (properties.apiVersion < VK_API_VERSION_1_1) return description;
    const ChainedProperties chained = chained_properties(call, device);
    const std::string_view driver = chained.driver.driverName;
    const std::string_view version = chained.driver.driverInfo;
    description.driver =
        fmt::format("{}{}{}", driver, driver.empty() || version.empty() ? "" : ", ", version);
    description.warp_size = chained.subgroups.subgroupSize;
    description.sms = chained.nvidia.shaderSMCount;
    if (description.sms == 0)
        description.sms = chained.amd.shaderEngineCount * chained.amd.shaderArraysPerEngineCount *
                          chained.amd.computeUnitsPerShaderArray;
    if (description.is_cpu) description.sms = std::thread::hardware_concurrency();
    return description;
}

} // namespace

void check_vulkan(VkResult result, std::string_view call) {
    if (result != VK_SUCCESS)
        throw Error(fmt::format("{}: expected success, found VkResult {}", call, static_cast<int>(result)));
}

VulkanInstance::VulkanInstance(const VulkanLibrary& library) {
    VkApplicationInfo application{};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.pApplicationName = "hitmap probe";
    application.apiVersion = VK_API_VERSION_1_1;
    VkInstanceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pApplicationInfo = &application;
    const auto create =
        reinterpret_cast<PFN_vkCreateInstance>(library.get_proc()(VK_NULL_HANDLE, "vkCreateInstance"));
    const VkResult created = create(&info, nullptr, &instance_);
    if (created == VK_ERROR_INCOMPATIBLE_DRIVER) throw_no_device(); // the loader found no driver
    check_vulkan(created, "vkCreateInstance");
#define HITMAP_GET_FUNCTION(NAME)                                                                            \
    functions_.NAME = reinterpret_cast<PFN_vk##NAME>(library.get_proc()(instance_, "vk" #NAME));
    HITMAP_PROBE_INSTANCE_FUNCTIONS(HITMAP_GET_FUNCTION)
#undef HITMAP_GET_FUNCTION
    std::uint32_t count = 0;
    static_cast<void>(functions_.EnumeratePhysicalDevices(instance_, &count, nullptr));
    devices_.resize(count);
    static_cast<void>(functions_.EnumeratePhysicalDevices(instance_, &count, devices_.data()));
    devices_.resize(count);
    for (VkPhysicalDevice device : devices_)
        descriptions_.push_back(describe(functions_, device));
}

VulkanInstance::~VulkanInstance() {
    functions_.DestroyInstance(instance_, nullptr);
}

} // namespace hitmap
