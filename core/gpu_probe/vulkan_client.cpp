#include "core/gpu_probe/vulkan_client.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

VulkanClient::VulkanClient(std::string_view name) {
    const std::size_t number = choose_device(instance_.descriptions(), name);
    description_ = instance_.descriptions()[number];
    physical_ = instance_.devices()[number];
    VkPhysicalDeviceProperties properties{};
    instance_.functions().GetPhysicalDeviceProperties(physical_, &properties);
    limits_ = properties.limits;
    instance_.functions().GetPhysicalDeviceMemoryProperties(physical_, &memory_);
    check_features();
    make_device();
}

VulkanClient::~VulkanClient() {
    functions_.DestroyCommandPool(device_, commands_, nullptr);
    functions_.DestroyDevice(device_, nullptr);
}

void VulkanClient::check_features() const {
    const auto expect = [&](bool is_there, std::string_view what) {
        if (!is_there)
            throw Error(fmt::format("{}: expected {}, found a device without it", description_.name, what));
    };
    const VulkanInstanceFunctions& call = instance_.functions();
    VkPhysicalDeviceProperties properties{};
    call.GetPhysicalDeviceProperties(physical_, &properties);
    expect(properties.apiVersion >= VK_API_VERSION_1_1, "Vulkan 1.1");
    std::uint32_t count = 0;
    static_cast<void>(call.EnumerateDeviceExtensionProperties(physical_, nullptr, &count, nullptr));
    std::vector<VkExtensionProperties> extensions(count);
    static_cast<void>(call.EnumerateDeviceExtensionProperties(physical_, nullptr, &count, extensions.data()));
    expect(std::ranges::any_of(extensions,
                               [](const auto& extension) {
                                   return std::string_view(extension.extensionName) ==
                                          VK_KHR_SHADER_CLOCK_EXTENSION_NAME;
                               }),
           "the extension VK_KHR_shader_clock");
    VkPhysicalDeviceShaderClockFeaturesKHR clock{};
    clock.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CLOCK_FEATURES_KHR;
    VkPhysicalDeviceFeatures2 features{};
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    features.pNext = &clock;
    call.GetPhysicalDeviceFeatures2(physical_, &features);
    expect(clock.shaderSubgroupClock == VK_TRUE, "the clock of subgroups (shaderSubgroupClock)");
}

std::uint32_t VulkanClient::compute_family() const {
    const VulkanInstanceFunctions& call = instance_.functions();
    std::uint32_t count = 0;
    call.GetPhysicalDeviceQueueFamilyProperties(physical_, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    call.GetPhysicalDeviceQueueFamilyProperties(physical_, &count, families.data());
    for (std::uint32_t i = 0; i < count; ++i)
        if ((families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0) return i;
    throw Error(fmt::format("{}: expected a queue for compute shaders, found none", description_.name));
}

void VulkanClient::make_device() {
    const std::uint32_t family = compute_family();
    constexpr float priority = 1.0F;
    VkDeviceQueueCreateInfo queue{};
    queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue.queueFamilyIndex = family;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkPhysicalDeviceShaderClockFeaturesKHR clock{};
    clock.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CLOCK_FEATURES_KHR;
    clock.shaderSubgroupClock = VK_TRUE;
    const char* const extension = VK_KHR_SHADER_CLOCK_EXTENSION_NAME;
    VkDeviceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.pNext = &clock;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.enabledExtensionCount = 1;
    info.ppEnabledExtensionNames = &extension;
    const VulkanInstanceFunctions& call = instance_.functions();
    check_vulkan(call.CreateDevice(physical_, &info, nullptr, &device_), "vkCreateDevice");
#define HITMAP_GET_FUNCTION(NAME)                                                                            \
    functions_.NAME = reinterpret_cast<PFN_vk##NAME>(call.GetDeviceProcAddr(device_, "vk" #NAME));
    HITMAP_PROBE_DEVICE_FUNCTIONS(HITMAP_GET_FUNCTION)
#undef HITMAP_GET_FUNCTION
    functions_.GetDeviceQueue(device_, family, 0, &queue_);
    VkCommandPoolCreateInfo pool{};
    pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    pool.flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT;
    pool.queueFamilyIndex = family;
    const VkResult made = functions_.CreateCommandPool(device_, &pool, nullptr, &commands_);
    if (made != VK_SUCCESS) functions_.DestroyDevice(device_, nullptr);
    check_vulkan(made, "vkCreateCommandPool");
}

std::uint32_t VulkanClient::memory_type(std::uint32_t bits, VkMemoryPropertyFlags wanted) const {
    for (std::uint32_t i = 0; i < memory_.memoryTypeCount; ++i)
        if ((bits >> i & 1U) != 0 && (memory_.memoryTypes[i].propertyFlags & wanted) == wanted) return i;
    throw Error(
        fmt::format("{}: expected memory with properties {:#x}, found none", description_.name, wanted));
}

void VulkanClient::run(const std::function<void(VkCommandBuffer)>& record) const {
    VkCommandBufferAllocateInfo allocate{};
    allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    allocate.commandPool = commands_;
    allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    allocate.commandBufferCount = 1;
    VkCommandBuffer commands{};
    check_vulkan(functions_.AllocateCommandBuffers(device_, &allocate, &commands),
                 "vkAllocateCommandBuffers");
    VkCommandBufferBeginInfo begin{};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    check_vulkan(functions_.BeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
    record(commands);
    // What the commands wrote is then seen by the host and by later commands.
    VkMemoryBarrier written{};
    written.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
    written.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    written.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT | VK_ACCESS_HOST_READ_BIT;
    functions_.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                  VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                                  &written, 0, nullptr, 0, nullptr);
    check_vulkan(functions_.EndCommandBuffer(commands), "vkEndCommandBuffer");
    VkSubmitInfo submit{};
    submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands;
    check_vulkan(functions_.QueueSubmit(queue_, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
    check_vulkan(functions_.QueueWaitIdle(queue_), "vkQueueWaitIdle");
    functions_.FreeCommandBuffers(device_, commands_, 1, &commands);
}

} // namespace hitmap
