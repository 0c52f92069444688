#include "examples/vulkan/shader_inputs.h"

#include <algorithm>

namespace hitmap::vulkan {

Owned<VkShaderModule> make_module(const VulkanDevice& device, std::span<const std::uint32_t> code) {
    VkShaderModuleCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
    info.codeSize = code.size_bytes();
    info.pCode = code.data();
    VkShaderModule shader{};
    check(vkCreateShaderModule(device.get(), &info, nullptr, &shader), "vkCreateShaderModule");
    return {device.get(), shader, vkDestroyShaderModule};
}

Specialization::Specialization(std::span<const std::uint32_t> values) : entries_(values.size()) {
    for (std::uint32_t id = 0; id < entries_.size(); ++id)
        entries_[id] = {id, static_cast<std::uint32_t>(id * sizeof(std::uint32_t)), sizeof(std::uint32_t)};
    info_ = {static_cast<std::uint32_t>(entries_.size()), entries_.data(), values.size_bytes(),
             values.data()};
}

ShaderInputs::ShaderInputs(const VulkanDevice& device, VkShaderStageFlags stages,
                           std::span<const VkDescriptorType> bindings, std::uint32_t push_constant_bytes)
    : device_(device), stages_(stages), bindings_(bindings.begin(), bindings.end()) {
    std::vector<VkDescriptorSetLayoutBinding> layouts(bindings.size());
    for (std::uint32_t i = 0; i < layouts.size(); ++i)
        layouts[i] = {i, bindings[i], 1, stages, nullptr};
    VkDescriptorSetLayoutCreateInfo set_info{};
    set_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    set_info.bindingCount = static_cast<std::uint32_t>(layouts.size());
    set_info.pBindings = layouts.data();
    VkDescriptorSetLayout set_layout{};
    check(vkCreateDescriptorSetLayout(device.get(), &set_info, nullptr, &set_layout),
          "vkCreateDescriptorSetLayout");
    set_layout_ = {device.get(), set_layout, vkDestroyDescriptorSetLayout};

    const VkPushConstantRange constants{stages, 0, push_constant_bytes};
    VkPipelineLayoutCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    info.setLayoutCount = 1;
    info.pSetLayouts = &set_layout;
    info.pushConstantRangeCount = push_constant_bytes == 0 ? 0 : 1;
    info.pPushConstantRanges = &constants;
    VkPipelineLayout layout{};
    check(vkCreatePipelineLayout(device.get(), &info, nullptr, &layout), "vkCreatePipelineLayout");
    layout_ = {device.get(), layout, vkDestroyPipelineLayout};
}

void ShaderInputs::bind(std::span<const DeviceBuffer* const> buffers, VkAccelerationStructureKHR structure) {
    std::vector<VkDescriptorPoolSize> sizes;
    for (const VkDescriptorType type : bindings_)
        sizes.push_back({type, 1});
    VkDescriptorPoolCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
    info.maxSets = 1;
    info.poolSizeCount = static_cast<std::uint32_t>(sizes.size());
    info.pPoolSizes = sizes.data();
    VkDescriptorPool pool{};
    check(vkCreateDescriptorPool(device_.get(), &info, nullptr, &pool), "vkCreateDescriptorPool");
    pool_ = {device_.get(), pool, vkDestroyDescriptorPool};
    const VkDescriptorSetLayout layout = set_layout_.get();
    VkDescriptorSetAllocateInfo allocate{};
    allocate.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
    allocate.descriptorPool = pool;
    allocate.descriptorSetCount = 1;
    allocate.pSetLayouts = &layout;
    check(vkAllocateDescriptorSets(device_.get(), &allocate, &set_), "vkAllocateDescriptorSets");

    VkWriteDescriptorSetAccelerationStructureKHR structures{};
    structures.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_ACCELERATION_STRUCTURE_KHR;
    structures.accelerationStructureCount = 1;
    structures.pAccelerationStructures = &structure;
    std::vector<VkDescriptorBufferInfo> ranges(bindings_.size());
    for (std::uint32_t i = 0; i < bindings_.size(); ++i) {
        VkWriteDescriptorSet write{};
        write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        write.dstSet = set_;
        write.dstBinding = i;
        write.descriptorCount = 1;
        write.descriptorType = bindings_[i];
        if (bindings_[i] == VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR) {
            write.pNext = &structures;
        } else if (i < buffers.size() && buffers[i] != nullptr) {
            ranges[i] = {buffers[i]->get(), 0, VK_WHOLE_SIZE};
            write.pBufferInfo = &ranges[i];
        } else {
            continue;
        }
        vkUpdateDescriptorSets(device_.get(), 1, &write, 0, nullptr);
    }
}

void ShaderInputs::record(VkCommandBuffer commands, VkPipelineBindPoint point,
                          std::span<const std::byte> push_constants) const {
    vkCmdBindDescriptorSets(commands, point, layout_.get(), 0, 1, &set_, 0, nullptr);
    if (!push_constants.empty())
        vkCmdPushConstants(commands, layout_.get(), stages_, 0,
                           static_cast<std::uint32_t>(push_constants.size()), push_constants.data());
}

} // namespace hitmap::vulkan
