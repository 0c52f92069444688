#include "examples/vulkan/compute_kernel.h"

namespace hitmap::vulkan {

namespace {

Owned<VkShaderModule> make_module(const VulkanDevice& device, std::span<const std::uint32_t> code) {
    VkShaderModuleCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
    info.codeSize = code.size_bytes();
    info.pCode = code.data();
    VkShaderModule shader{};
    check(vkCreateShaderModule(device.get(), &info, nullptr, &shader), "vkCreateShaderModule");
    return {device.get(), shader, vkDestroyShaderModule};
}

} // namespace

ComputeKernel::ComputeKernel(const VulkanDevice& device, const KernelParts& parts) : device_(device) {
    make_layouts(parts);
    make_pipeline(parts);
}

void ComputeKernel::make_layouts(const KernelParts& parts) {
    std::vector<VkDescriptorSetLayoutBinding> buffers(parts.buffers);
    for (std::uint32_t i = 0; i < parts.buffers; ++i)
        buffers[i] = {i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
    VkDescriptorSetLayoutCreateInfo set_info{};
    set_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    set_info.bindingCount = static_cast<std::uint32_t>(parts.buffers);
    set_info.pBindings = buffers.data();
    VkDescriptorSetLayout set_layout{};
    check(vkCreateDescriptorSetLayout(device_.get(), &set_info, nullptr, &set_layout),
          "vkCreateDescriptorSetLayout");
    set_layout_ = {device_.get(), set_layout, vkDestroyDescriptorSetLayout};

    const VkPushConstantRange constants{VK_SHADER_STAGE_COMPUTE_BIT, 0, parts.push_constant_bytes};
    VkPipelineLayoutCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    info.setLayoutCount = 1;
    info.pSetLayouts = &set_layout;
    info.pushConstantRangeCount = parts.push_constant_bytes == 0 ? 0 : 1;
    info.pPushConstantRanges = &constants;
    VkPipelineLayout layout{};
    check(vkCreatePipelineLayout(device_.get(), &info, nullptr, &layout), "vkCreatePipelineLayout");
    layout_ = {device_.get(), layout, vkDestroyPipelineLayout};
}

void ComputeKernel::make_pipeline(const KernelParts& parts) {
    const auto shader = make_module(device_, parts.code);
    std::vector<VkSpecializationMapEntry> entries(parts.specialization.size());
    for (std::uint32_t id = 0; id < entries.size(); ++id)
        entries[id] = {id, static_cast<std::uint32_t>(id * sizeof(std::uint32_t)), sizeof(std::uint32_t)};
    const VkSpecializationInfo specialization{static_cast<std::uint32_t>(entries.size()), entries.data(),
                                              parts.specialization.size_bytes(), parts.specialization.data()};
    VkComputePipelineCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = shader.get();
    info.stage.pName = parts.entry_point.c_str();
    info.stage.pSpecializationInfo = &specialization;
    info.layout = layout_.get();
    VkPipeline pipeline{};
    check(vkCreateComputePipelines(device_.get(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
          "vkCreateComputePipelines");
    pipeline_ = {device_.get(), pipeline, vkDestroyPipeline};
    device_.set_name(VK_OBJECT_TYPE_PIPELINE, reinterpret_cast<std::uint64_t>(pipeline), parts.entry_point);
}

void ComputeKernel::bind(const std::vector<DeviceBuffer>& buffers) {
    const auto count = static_cast<std::uint32_t>(buffers.size());
    const VkDescriptorPoolSize of_buffers{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, count};
    VkDescriptorPoolCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
    info.maxSets = 1;
    info.poolSizeCount = 1;
    info.pPoolSizes = &of_buffers;
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

    std::vector<VkDescriptorBufferInfo> ranges(count);
    std::vector<VkWriteDescriptorSet> writes(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        ranges[i] = {buffers[i].get(), 0, VK_WHOLE_SIZE};
        writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        writes[i].dstSet = set_;
        writes[i].dstBinding = i;
        writes[i].descriptorCount = 1;
        writes[i].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        writes[i].pBufferInfo = &ranges[i];
    }
    vkUpdateDescriptorSets(device_.get(), count, writes.data(), 0, nullptr);
}

void ComputeKernel::launch(std::uint32_t columns, std::uint32_t rows,
                           std::span<const std::byte> push_constants) const {
    device_.run([&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.get());
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_.get(), 0, 1, &set_, 0,
                                nullptr);
        if (!push_constants.empty())
            vkCmdPushConstants(commands, layout_.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                               static_cast<std::uint32_t>(push_constants.size()), push_constants.data());
        vkCmdDispatch(commands, columns, rows, 1);
    });
}

} // namespace hitmap::vulkan
