#include "tests/capture/spirv/headless_device.h"

#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

namespace hitmap::capture {

void require(VkResult result, const char* what) {
    if (result != VK_SUCCESS) throw std::runtime_error(std::string(what) + ": " + std::to_string(result));
}

namespace {

VkPhysicalDevice cpu_device(VkInstance instance) {
    std::uint32_t count = 0;
    require(vkEnumeratePhysicalDevices(instance, &count, nullptr), "vkEnumeratePhysicalDevices");
    std::vector<VkPhysicalDevice> devices(count);
    require(vkEnumeratePhysicalDevices(instance, &count, devices.data()), "vkEnumeratePhysicalDevices");
    for (VkPhysicalDevice device : devices) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(device, &properties);
        if (properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU) return device;
    }
    throw std::runtime_error("There is no Vulkan device of a CPU.");
}

} // namespace

HeadlessDevice::HeadlessDevice() {
    setenv("VK_ICD_FILENAMES", HITMAP_LAVAPIPE, 1);
    const VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                        .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo instance{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                        .pApplicationInfo = &application};
    require(vkCreateInstance(&instance, nullptr, &instance_), "vkCreateInstance");
    physical_ = cpu_device(instance_);
    make_device();
    vkGetDeviceQueue(device_, 0, 0, &queue_);
    const VkCommandPoolCreateInfo pool{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    require(vkCreateCommandPool(device_, &pool, nullptr, &pool_), "vkCreateCommandPool");
}

void HeadlessDevice::make_device() {
    // All features that the device has: the shaders under test use several.
    VkPhysicalDeviceShaderClockFeaturesKHR clock{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CLOCK_FEATURES_KHR};
    VkPhysicalDeviceVulkan13Features v13{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                         .pNext = &clock};
    VkPhysicalDeviceVulkan12Features v12{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                         .pNext = &v13};
    VkPhysicalDeviceVulkan11Features v11{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
                                         .pNext = &v12};
    VkPhysicalDeviceFeatures2 features{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &v11};
    vkGetPhysicalDeviceFeatures2(physical_, &features);
    const float priority = 1;
    const VkDeviceQueueCreateInfo queue{
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    const char* const extensions[] = {VK_KHR_SHADER_CLOCK_EXTENSION_NAME};
    const VkDeviceCreateInfo device{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                    .pNext = &features,
                                    .queueCreateInfoCount = 1,
                                    .pQueueCreateInfos = &queue,
                                    .enabledExtensionCount = 1,
                                    .ppEnabledExtensionNames = extensions};
    require(vkCreateDevice(physical_, &device, nullptr, &device_), "vkCreateDevice");
}

HeadlessDevice::~HeadlessDevice() {
    for (const auto& buffer : buffers_) {
        vkDestroyBuffer(device_, buffer->buffer, nullptr);
        vkFreeMemory(device_, buffer->memory, nullptr);
    }
    if (pool_) vkDestroyCommandPool(device_, pool_, nullptr);
    if (device_) vkDestroyDevice(device_, nullptr);
    if (instance_) vkDestroyInstance(instance_, nullptr);
}

HeadlessBuffer& HeadlessDevice::buffer(std::size_t bytes) {
    auto buffer = std::make_unique<HeadlessBuffer>();
    const VkBufferCreateInfo create{
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = bytes,
        .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                 VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT |
                 VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    require(vkCreateBuffer(device_, &create, nullptr, &buffer->buffer), "vkCreateBuffer");
    VkMemoryRequirements needed;
    vkGetBufferMemoryRequirements(device_, buffer->buffer, &needed);
    const VkMemoryAllocateFlagsInfo flags{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                          .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    // All memory of lavapipe has one type, which is coherent.
    const VkMemoryAllocateInfo allocate{
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &flags, .allocationSize = needed.size};
    require(vkAllocateMemory(device_, &allocate, nullptr, &buffer->memory), "vkAllocateMemory");
    require(vkBindBufferMemory(device_, buffer->buffer, buffer->memory, 0), "vkBindBufferMemory");
    void* mapped = nullptr;
    require(vkMapMemory(device_, buffer->memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
    std::memset(mapped, 0, bytes);
    buffer->bytes = {static_cast<std::byte*>(mapped), bytes};
    const VkBufferDeviceAddressInfo address{.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                            .buffer = buffer->buffer};
    buffer->address = vkGetBufferDeviceAddress(device_, &address);
    buffers_.push_back(std::move(buffer));
    return *buffers_.back();
}

std::unique_ptr<HeadlessDevice::Kernel> HeadlessDevice::kernel(std::span<const std::uint32_t> words,
                                                               const std::vector<HeadlessBinding>& bindings,
                                                               const std::vector<std::byte>& push,
                                                               std::array<std::uint32_t, 3> groups) {
    auto kernel = std::make_unique<Kernel>(device_);
    const VkShaderModuleCreateInfo module{.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                          .codeSize = words.size_bytes(),
                                          .pCode = words.data()};
    require(vkCreateShaderModule(device_, &module, nullptr, &kernel->module_), "vkCreateShaderModule");
    kernel->make_layout(bindings, push.size());
    const VkComputePipelineCreateInfo pipeline{
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = kernel->module_,
                  .pName = "main"},
        .layout = kernel->layout_};
    require(vkCreateComputePipelines(device_, VK_NULL_HANDLE, 1, &pipeline, nullptr, &kernel->pipeline_),
            "vkCreateComputePipelines");
    kernel->write_descriptors(bindings);
    VkCommandBuffer commands = begin_commands(*kernel);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, kernel->pipeline_);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, kernel->layout_, 0, 1, &kernel->set_, 0,
                            nullptr);
    if (!push.empty()) {
        vkCmdPushConstants(commands, kernel->layout_, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                           static_cast<std::uint32_t>(push.size()), push.data());
    }
    vkCmdDispatch(commands, groups[0], groups[1], groups[2]);
    require(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    return kernel;
}

VkCommandBuffer HeadlessDevice::begin_commands(Kernel& kernel) {
    const VkCommandBufferAllocateInfo allocate{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                               .commandPool = pool_,
                                               .commandBufferCount = 1};
    VkCommandBuffer& commands = kernel.commands_;
    require(vkAllocateCommandBuffers(device_, &allocate, &commands), "vkAllocateCommandBuffers");
    const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    require(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
    return commands;
}

void HeadlessDevice::run(Kernel& kernel) {
    const VkSubmitInfo submit{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                              .commandBufferCount = 1,
                              .pCommandBuffers = &kernel.commands_};
    require(vkQueueSubmit(queue_, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
    require(vkQueueWaitIdle(queue_), "vkQueueWaitIdle");
}

HeadlessDevice::Kernel::~Kernel() {
    for (VkBufferView view : views_)
        vkDestroyBufferView(device_, view, nullptr);
    vkDestroyDescriptorPool(device_, descriptors_, nullptr);
    vkDestroyPipeline(device_, pipeline_, nullptr);
    vkDestroyPipelineLayout(device_, layout_, nullptr);
    vkDestroyDescriptorSetLayout(device_, set_layout_, nullptr);
    vkDestroyShaderModule(device_, module_, nullptr);
}

void HeadlessDevice::Kernel::make_layout(const std::vector<HeadlessBinding>& bindings,
                                         std::size_t push_bytes) {
    std::vector<VkDescriptorSetLayoutBinding> layouts;
    for (const HeadlessBinding& binding : bindings) {
        layouts.push_back({.binding = binding.binding,
                           .descriptorType = binding.type,
                           .descriptorCount = static_cast<std::uint32_t>(binding.buffers.size()),
                           .stageFlags = VK_SHADER_STAGE_ALL});
    }
    const VkDescriptorSetLayoutCreateInfo set{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                              .bindingCount = static_cast<std::uint32_t>(layouts.size()),
                                              .pBindings = layouts.data()};
    require(vkCreateDescriptorSetLayout(device_, &set, nullptr, &set_layout_), "vkCreateDescriptorSetLayout");
    const VkPushConstantRange range{.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
                                    .size = static_cast<std::uint32_t>(push_bytes)};
    const VkPipelineLayoutCreateInfo layout{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                            .setLayoutCount = 1,
                                            .pSetLayouts = &set_layout_,
                                            .pushConstantRangeCount = push_bytes == 0 ? 0U : 1U,
                                            .pPushConstantRanges = &range};
    require(vkCreatePipelineLayout(device_, &layout, nullptr, &layout_), "vkCreatePipelineLayout");
}

void HeadlessDevice::Kernel::write_descriptors(const std::vector<HeadlessBinding>& bindings) {
    std::vector<VkDescriptorPoolSize> sizes;
    for (const HeadlessBinding& binding : bindings) {
        sizes.push_back({binding.type, static_cast<std::uint32_t>(binding.buffers.size())});
    }
    const VkDescriptorPoolCreateInfo pool{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                          .maxSets = 1,
                                          .poolSizeCount = static_cast<std::uint32_t>(sizes.size()),
                                          .pPoolSizes = sizes.data()};
    require(vkCreateDescriptorPool(device_, &pool, nullptr, &descriptors_), "vkCreateDescriptorPool");
    const VkDescriptorSetAllocateInfo allocate{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                               .descriptorPool = descriptors_,
                                               .descriptorSetCount = 1,
                                               .pSetLayouts = &set_layout_};
    require(vkAllocateDescriptorSets(device_, &allocate, &set_), "vkAllocateDescriptorSets");
    for (const HeadlessBinding& binding : bindings) {
        for (std::uint32_t i = 0; i < binding.buffers.size(); ++i) {
            const VkDescriptorBufferInfo info{.buffer = binding.buffers[i]->buffer, .range = VK_WHOLE_SIZE};
            VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                       .dstSet = set_,
                                       .dstBinding = binding.binding,
                                       .dstArrayElement = i,
                                       .descriptorCount = 1,
                                       .descriptorType = binding.type,
                                       .pBufferInfo = &info};
            if (binding.type == VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER ||
                binding.type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER) {
                const VkBufferViewCreateInfo view{.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                                  .buffer = binding.buffers[i]->buffer,
                                                  .format = VK_FORMAT_R32_UINT,
                                                  .range = VK_WHOLE_SIZE};
                views_.emplace_back();
                require(vkCreateBufferView(device_, &view, nullptr, &views_.back()), "vkCreateBufferView");
                write.pTexelBufferView = &views_.back();
            }
            vkUpdateDescriptorSets(device_, 1, &write, 0, nullptr);
        }
    }
}

} // namespace hitmap::capture
