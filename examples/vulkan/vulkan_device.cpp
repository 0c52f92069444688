#include "examples/vulkan/vulkan_device.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace hitmap::vulkan {

namespace {

/// Calls one of Vulkan's functions that fill an array twice: for the number of items, and for the items.
template <class Item, class Function, class... Arguments>
std::vector<Item> list(Function function, Arguments... arguments) {
    std::uint32_t count = 0;
    static_cast<void>(function(arguments..., &count, nullptr));
    std::vector<Item> items(count);
    static_cast<void>(function(arguments..., &count, items.data()));
    items.resize(count);
    return items;
}

bool has_extension(std::string_view name) {
    const auto extensions = list<VkExtensionProperties>(vkEnumerateInstanceExtensionProperties, nullptr);
    return std::ranges::any_of(extensions,
                               [&](const auto& extension) { return extension.extensionName == name; });
}

/// The extensions of a device that ray tracing needs.
std::vector<const char*> extensions_for(RayUse rays) {
    if (rays == RayUse::none) return {};
    return {VK_KHR_ACCELERATION_STRUCTURE_EXTENSION_NAME, VK_KHR_DEFERRED_HOST_OPERATIONS_EXTENSION_NAME,
            rays == RayUse::query ? VK_KHR_RAY_QUERY_EXTENSION_NAME
                                  : VK_KHR_RAY_TRACING_PIPELINE_EXTENSION_NAME};
}

/// The features of these extensions, as a chain of structures.
class RayFeatures {
public:
    explicit RayFeatures(RayUse rays) : is_used_(rays != RayUse::none) {
        v12_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
        v12_.pNext = &structures_;
        v12_.bufferDeviceAddress = VK_TRUE;
        structures_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ACCELERATION_STRUCTURE_FEATURES_KHR;
        structures_.accelerationStructure = VK_TRUE;
        if (rays == RayUse::query)
            structures_.pNext = &query_;
        else
            structures_.pNext = &pipeline_;
        query_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_QUERY_FEATURES_KHR;
        query_.rayQuery = VK_TRUE;
        pipeline_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_FEATURES_KHR;
        pipeline_.rayTracingPipeline = VK_TRUE;
    }
    RayFeatures(const RayFeatures&) = delete;
    RayFeatures& operator=(const RayFeatures&) = delete;
    [[nodiscard]] void* first() { return is_used_ ? &v12_ : nullptr; }

private:
    bool is_used_;
    VkPhysicalDeviceVulkan12Features v12_{};
    VkPhysicalDeviceAccelerationStructureFeaturesKHR structures_{};
    VkPhysicalDeviceRayQueryFeaturesKHR query_{};
    VkPhysicalDeviceRayTracingPipelineFeaturesKHR pipeline_{};
};

VkPhysicalDeviceProperties properties_of(VkPhysicalDevice device) {
    VkPhysicalDeviceProperties properties{};
    vkGetPhysicalDeviceProperties(device, &properties);
    return properties;
}

constexpr std::string_view no_device = "expected a Vulkan device, found none; in Debian, the package "
                                       "mesa-vulkan-drivers has drivers, also one for "
                                       "the CPU";

/// What went wrong, in words (Vulkan, "Return Codes"); empty for results that need a look into the
/// specification.
std::string_view words_of(VkResult result) {
    switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
        return "there is not enough memory";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
        return "the device has not enough memory";
    case VK_ERROR_INITIALIZATION_FAILED:
        return "the driver or a layer could not begin its work";
    case VK_ERROR_DEVICE_LOST:
        return "the device stopped: the driver ended the work, for example because it took too long";
    case VK_ERROR_LAYER_NOT_PRESENT:
        return "a layer, such as one that VK_INSTANCE_LAYERS names, is not installed";
    case VK_ERROR_EXTENSION_NOT_PRESENT:
        return "an extension is missing";
    case VK_ERROR_FEATURE_NOT_PRESENT:
        return "a feature is missing";
    default:
        return {};
    }
}

} // namespace

void check(VkResult result, std::string_view call) {
    if (result == VK_SUCCESS) return;
    const std::string_view words = words_of(result);
    throw Error(fmt::format("{}: expected success, found {}{}VkResult {}", call, words,
                            words.empty() ? "" : ": ", static_cast<int>(result)));
}

VulkanDevice::VulkanDevice(std::string_view name, const DeviceNeeds& needs) : needs_(needs) {
    make_instance();
    try {
        choose(name);
        check_features();
        make_device();
    } catch (...) {
        vkDestroyInstance(instance_, nullptr);
        throw;
    }
}

VulkanDevice::~VulkanDevice() {
    commands_ = {};
    vkDestroyDevice(device_, nullptr);
    vkDestroyInstance(instance_, nullptr);
}

void VulkanDevice::make_instance() {
    VkApplicationInfo application{};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.pApplicationName = needs_.program.c_str();
    application.apiVersion = needs_.rays == RayUse::none ? VK_API_VERSION_1_1 : VK_API_VERSION_1_2;
    const char* const names = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    const bool can_name = has_extension(names);
    VkInstanceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pApplicationInfo = &application;
    info.enabledExtensionCount = can_name ? 1 : 0;
    info.ppEnabledExtensionNames = &names;
    const VkResult created = vkCreateInstance(&info, nullptr, &instance_);
    if (created == VK_ERROR_INCOMPATIBLE_DRIVER)
        throw Error(std::string(no_device)); // the loader found no driver
    check(created, "vkCreateInstance");
    if (can_name)
        set_name_ = reinterpret_cast<PFN_vkSetDebugUtilsObjectNameEXT>(
            vkGetInstanceProcAddr(instance_, "vkSetDebugUtilsObjectNameEXT"));
}

void VulkanDevice::choose(std::string_view name) {
    const auto devices = list<VkPhysicalDevice>(vkEnumeratePhysicalDevices, instance_);
    if (devices.empty()) throw Error(std::string(no_device));
    std::string found;
    for (VkPhysicalDevice device : devices) {
        properties_ = properties_of(device);
        const std::string_view device_name = properties_.deviceName;
        found += fmt::format("{}{}", found.empty() ? "" : ", ", device_name);
        if (device_name.find(name) == std::string_view::npos) continue;
        physical_ = device;
        vkGetPhysicalDeviceMemoryProperties(physical_, &memory_);
        return;
    }
    throw Error(fmt::format("expected a Vulkan device with '{}' in its name, found {}", name, found));
}

void VulkanDevice::check_features() {
    const auto expect = [&](bool is_there, std::string_view what) {
        if (!is_there)
            throw Error(fmt::format("{}: expected a device with {}, found one without",
                                    properties_.deviceName, what));
    };
    expect(properties_.apiVersion >= VK_API_VERSION_1_1, "Vulkan 1.1");
    const auto extensions =
        list<VkExtensionProperties>(vkEnumerateDeviceExtensionProperties, physical_, nullptr);
    for (const std::string_view wanted : extensions_for(needs_.rays)) {
        const auto is_it = [&](const auto& extension) { return extension.extensionName == wanted; };
        expect(properties_.apiVersion >= VK_API_VERSION_1_2 && std::ranges::any_of(extensions, is_it),
               wanted);
    }
    VkPhysicalDeviceFeatures features{};
    vkGetPhysicalDeviceFeatures(physical_, &features);
    expect(!needs_.float64 || features.shaderFloat64 == VK_TRUE, "64-bit floats in shaders (shaderFloat64)");
    expect(!needs_.int64 || features.shaderInt64 == VK_TRUE, "64-bit integers in shaders (shaderInt64)");
    const auto subgroups =
        properties<VkPhysicalDeviceSubgroupProperties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES);
    constexpr VkSubgroupFeatureFlags needed =
        VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT | VK_SUBGROUP_FEATURE_VOTE_BIT;
    expect(!needs_.ballots || ((subgroups.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0 &&
                               (subgroups.supportedOperations & needed) == needed),
           "ballots and votes of subgroups in compute shaders");
    subgroup_size_ = subgroups.subgroupSize;
}

std::uint32_t VulkanDevice::compute_family() const {
    const auto families = list<VkQueueFamilyProperties>(vkGetPhysicalDeviceQueueFamilyProperties, physical_);
    for (std::uint32_t i = 0; i < families.size(); ++i)
        if ((families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0) return i;
    throw Error(fmt::format("{}: expected a queue for compute shaders, found none", properties_.deviceName));
}

void VulkanDevice::make_device() {
    const std::uint32_t family = compute_family();
    constexpr float priority = 1.0F;
    VkDeviceQueueCreateInfo queue{};
    queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue.queueFamilyIndex = family;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkPhysicalDeviceFeatures features{};
    features.shaderFloat64 = needs_.float64 ? VK_TRUE : VK_FALSE;
    features.shaderInt64 = needs_.int64 ? VK_TRUE : VK_FALSE;
    VkDeviceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.pEnabledFeatures = &features;
    RayFeatures of_rays(needs_.rays);
    const std::vector<const char*> extensions = extensions_for(needs_.rays);
    info.pNext = of_rays.first();
    info.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
    check(vkCreateDevice(physical_, &info, nullptr, &device_), "vkCreateDevice");
    vkGetDeviceQueue(device_, family, 0, &queue_);
    VkCommandPoolCreateInfo pool{};
    pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    pool.flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT;
    pool.queueFamilyIndex = family;
    VkCommandPool commands{};
    check(vkCreateCommandPool(device_, &pool, nullptr, &commands), "vkCreateCommandPool");
    commands_ = {device_, commands, vkDestroyCommandPool};
}

PFN_vkVoidFunction VulkanDevice::function_named(const char* name) const {
    const PFN_vkVoidFunction found = vkGetDeviceProcAddr(device_, name);
    if (found == nullptr)
        throw Error(fmt::format("{}: expected the function {}, found none", properties_.deviceName, name));
    return found;
}

std::uint32_t VulkanDevice::memory_type(std::uint32_t bits, VkMemoryPropertyFlags wanted) const {
    for (std::uint32_t i = 0; i < memory_.memoryTypeCount; ++i)
        if ((bits >> i & 1U) != 0 && (memory_.memoryTypes[i].propertyFlags & wanted) == wanted) return i;
    throw Error(
        fmt::format("{}: expected memory with properties {:#x}, found none", properties_.deviceName, wanted));
}

void VulkanDevice::run(const std::function<void(VkCommandBuffer)>& record) const {
    VkCommandBufferAllocateInfo allocate{};
    allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    allocate.commandPool = commands_.get();
    allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    allocate.commandBufferCount = 1;
    VkCommandBuffer commands{};
    check(vkAllocateCommandBuffers(device_, &allocate, &commands), "vkAllocateCommandBuffers");
    VkCommandBufferBeginInfo begin{};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    check(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
    // Work of earlier calls has ended, but what it wrote must also be visible.
    VkMemoryBarrier earlier{};
    earlier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
    earlier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    earlier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0,
                         1, &earlier, 0, nullptr, 0, nullptr);
    record(commands);
    check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    VkSubmitInfo submit{};
    submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands;
    check(vkQueueSubmit(queue_, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
    check(vkQueueWaitIdle(queue_), "vkQueueWaitIdle");
    vkFreeCommandBuffers(device_, commands_.get(), 1, &commands);
}

void VulkanDevice::set_name(VkObjectType type, std::uint64_t handle, const std::string& name) const {
    if (set_name_ == nullptr) return;
    VkDebugUtilsObjectNameInfoEXT info{};
    info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT;
    info.objectType = type;
    info.objectHandle = handle;
    info.pObjectName = name.c_str();
    check(set_name_(device_, &info), "vkSetDebugUtilsObjectNameEXT");
}

} // namespace hitmap::vulkan
