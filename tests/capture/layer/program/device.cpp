#include "device.h"

#include <array>
#include <fstream>
#include <iterator>
#include <numeric>

namespace program {

void check(VkResult result, const char* call) {
    if (result != VK_SUCCESS) throw std::runtime_error(std::string(call) + ": " + std::to_string(result));
}

Device::Device(const DeviceNeeds& needs) {
    VkApplicationInfo application{};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = needs.api_version;
    const char* const debug = "VK_EXT_debug_utils";
    VkInstanceCreateInfo instance{};
    instance.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    instance.pApplicationInfo = &application;
    instance.enabledExtensionCount = 1;
    instance.ppEnabledExtensionNames = &debug;
    check(vkCreateInstance(&instance, nullptr, &instance_), "vkCreateInstance");
    std::uint32_t count = 1;
    if (vkEnumeratePhysicalDevices(instance_, &count, &physical_) < 0 || count == 0)
        throw std::runtime_error("there is no Vulkan device");

    const float priority = 1;
    const VkDeviceQueueCreateInfo queue{
        VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, nullptr, 0, 0, 1, &priority};
    VkDeviceCreateInfo device{};
    device.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    device.pNext = needs.features;
    device.queueCreateInfoCount = 1;
    device.pQueueCreateInfos = &queue;
    device.enabledExtensionCount = static_cast<std::uint32_t>(needs.extensions.size());
    device.ppEnabledExtensionNames = needs.extensions.data();
    check(vkCreateDevice(physical_, &device, nullptr, &device_), "vkCreateDevice");
    vkGetDeviceQueue(device_, 0, 0, &queue_);

    const VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, nullptr,
                                       VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT, 0};
    check(vkCreateCommandPool(device_, &pool, nullptr, &pool_), "vkCreateCommandPool");
    const std::array sizes{VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 64},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, 16},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 16},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, 16},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, 16}};
    const VkDescriptorPoolCreateInfo descriptors{
        VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, nullptr,     0, 32,
        static_cast<std::uint32_t>(sizes.size()),      sizes.data()};
    check(vkCreateDescriptorPool(device_, &descriptors, nullptr, &descriptors_), "vkCreateDescriptorPool");
}

Device::~Device() {
    vkDeviceWaitIdle(device_);
    for (VkPipeline pipeline : pipelines_)
        vkDestroyPipeline(device_, pipeline, nullptr);
    for (VkPipelineLayout layout : layouts_)
        vkDestroyPipelineLayout(device_, layout, nullptr);
    for (VkDescriptorSetLayout layout : set_layouts_)
        vkDestroyDescriptorSetLayout(device_, layout, nullptr);
    for (const auto& buffer : buffers_) {
        vkDestroyBuffer(device_, buffer->handle, nullptr);
        vkFreeMemory(device_, buffer->memory, nullptr);
    }
    vkDestroyDescriptorPool(device_, descriptors_, nullptr);
    vkDestroyCommandPool(device_, pool_, nullptr);
    vkDestroyDevice(device_, nullptr);
    vkDestroyInstance(instance_, nullptr);
}

Buffer& Device::make_buffer(std::uint64_t bytes, VkBufferUsageFlags usage) {
    Buffer& buffer = *buffers_.emplace_back(std::make_unique<Buffer>());
    buffer.bytes = bytes;
    VkBufferCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = bytes;
    info.usage = usage;
    check(vkCreateBuffer(device_, &info, nullptr, &buffer.handle), "vkCreateBuffer");
    VkMemoryRequirements memory{};
    vkGetBufferMemoryRequirements(device_, buffer.handle, &memory);
    const bool addressed = (usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT) != 0;
    const VkMemoryAllocateFlagsInfo flags{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO, nullptr,
                                          VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT, 0};
    // The first type of lavapipe is visible to the host; others must be looked for.
    VkPhysicalDeviceMemoryProperties types{};
    vkGetPhysicalDeviceMemoryProperties(physical_, &types);
    std::uint32_t type = 0;
    constexpr VkMemoryPropertyFlags host =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    while ((memory.memoryTypeBits >> type & 1) == 0 || (types.memoryTypes[type].propertyFlags & host) != host)
        ++type;
    const VkMemoryAllocateInfo allocate{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, addressed ? &flags : nullptr,
                                        memory.size, type};
    check(vkAllocateMemory(device_, &allocate, nullptr, &buffer.memory), "vkAllocateMemory");
    check(vkBindBufferMemory(device_, buffer.handle, buffer.memory, 0), "vkBindBufferMemory");
    void* mapped = nullptr;
    check(vkMapMemory(device_, buffer.memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
    buffer.words = static_cast<std::uint32_t*>(mapped);
    std::iota(buffer.words, buffer.words + bytes / 4, 0U);
    return buffer;
}

VkDeviceAddress Device::address(const Buffer& buffer) const {
    const VkBufferDeviceAddressInfo info{VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, nullptr,
                                         buffer.handle};
    return vkGetBufferDeviceAddress(device_, &info);
}

void Device::name(const Buffer& buffer, const char* text) const {
    const auto set = function<PFN_vkSetDebugUtilsObjectNameEXT>("vkSetDebugUtilsObjectNameEXT");
    const VkDebugUtilsObjectNameInfoEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT, nullptr,
                                             VK_OBJECT_TYPE_BUFFER,
                                             reinterpret_cast<std::uint64_t>(buffer.handle), text};
    check(set(device_, &info), "vkSetDebugUtilsObjectNameEXT");
}

VkDescriptorSetLayout Device::make_set_layout(std::span<const VkDescriptorSetLayoutBinding> bindings,
                                              VkDescriptorSetLayoutCreateFlags flags, const void* more) {
    const VkDescriptorSetLayoutCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, more,
                                               flags, static_cast<std::uint32_t>(bindings.size()),
                                               bindings.data()};
    VkDescriptorSetLayout& layout = set_layouts_.emplace_back();
    check(vkCreateDescriptorSetLayout(device_, &info, nullptr, &layout), "vkCreateDescriptorSetLayout");
    return layout;
}

VkPipelineLayout Device::make_layout(std::span<const VkDescriptorSetLayout> sets, std::uint32_t push_bytes) {
    const VkPushConstantRange push{VK_SHADER_STAGE_COMPUTE_BIT, 0, push_bytes};
    const VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                          nullptr,
                                          0,
                                          static_cast<std::uint32_t>(sets.size()),
                                          sets.data(),
                                          push_bytes == 0 ? 0U : 1U,
                                          &push};
    VkPipelineLayout& layout = layouts_.emplace_back();
    check(vkCreatePipelineLayout(device_, &info, nullptr, &layout), "vkCreatePipelineLayout");
    return layout;
}

VkDescriptorSet Device::make_set(VkDescriptorSetLayout layout, VkDescriptorPool pool) {
    const VkDescriptorSetAllocateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, nullptr,
                                           pool != VK_NULL_HANDLE ? pool : descriptors_, 1, &layout};
    VkDescriptorSet set = VK_NULL_HANDLE;
    check(vkAllocateDescriptorSets(device_, &info, &set), "vkAllocateDescriptorSets");
    return set;
}

VkShaderModule Device::make_module(const std::string& shader) const {
    std::ifstream file(std::string(PROGRAM_SHADERS "/") + shader + ".spv", std::ios::binary);
    const std::vector<char> code{std::istreambuf_iterator<char>(file), {}};
    if (code.empty()) throw std::runtime_error(shader + ".spv: cannot be read");
    std::vector<std::uint32_t> words(code.size() / 4);
    std::copy(code.begin(), code.end(), reinterpret_cast<char*>(words.data()));
    const VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, nullptr, 0, code.size(),
                                        words.data()};
    VkShaderModule module = VK_NULL_HANDLE;
    check(vkCreateShaderModule(device_, &info, nullptr, &module), "vkCreateShaderModule");
    return module;
}

VkPipeline Device::make_pipeline(const std::string& shader, VkPipelineLayout layout,
                                 const VkSpecializationInfo* constants, VkPipelineCreateFlags flags) {
    const VkShaderModule module = make_module(shader);
    VkComputePipelineCreateInfo compute{};
    compute.flags = flags;
    compute.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    compute.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                     nullptr,
                     0,
                     VK_SHADER_STAGE_COMPUTE_BIT,
                     module,
                     "main",
                     constants};
    compute.layout = layout;
    VkPipeline& pipeline = pipelines_.emplace_back();
    const VkResult result =
        vkCreateComputePipelines(device_, VK_NULL_HANDLE, 1, &compute, nullptr, &pipeline);
    vkDestroyShaderModule(device_, module, nullptr);
    check(result, "vkCreateComputePipelines");
    return pipeline;
}

VkCommandBuffer Device::make_commands(VkCommandBufferLevel level) {
    const VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, nullptr, pool_,
                                           level, 1};
    VkCommandBuffer commands = VK_NULL_HANDLE;
    check(vkAllocateCommandBuffers(device_, &info, &commands), "vkAllocateCommandBuffers");
    return commands;
}

void Device::write(VkDescriptorSet set, std::uint32_t binding, std::uint32_t element, VkDescriptorType type,
                   const VkDescriptorBufferInfo& buffer) const {
    VkWriteDescriptorSet write{};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = set;
    write.dstBinding = binding;
    write.dstArrayElement = element;
    write.descriptorCount = 1;
    write.descriptorType = type;
    write.pBufferInfo = &buffer;
    vkUpdateDescriptorSets(device_, 1, &write, 0, nullptr);
}

void Device::submit(std::span<const VkCommandBuffer> commands) const {
    VkSubmitInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    info.commandBufferCount = static_cast<std::uint32_t>(commands.size());
    info.pCommandBuffers = commands.data();
    check(vkQueueSubmit(queue_, 1, &info, VK_NULL_HANDLE), "vkQueueSubmit");
}

void Device::finish() const {
    check(vkQueueWaitIdle(queue_), "vkQueueWaitIdle");
}

void begin(VkCommandBuffer commands, VkCommandBufferUsageFlags flags, const void* inherited) {
    VkCommandBufferInheritanceInfo inheritance{};
    inheritance.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO;
    inheritance.pNext = inherited;
    const VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, nullptr, flags,
                                        &inheritance};
    check(vkBeginCommandBuffer(commands, &info), "vkBeginCommandBuffer");
}

void end(VkCommandBuffer commands) {
    check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
}

} // namespace program
