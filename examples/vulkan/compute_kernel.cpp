#include "examples/vulkan/compute_kernel.h"

namespace hitmap::vulkan {

ComputeKernel::ComputeKernel(const VulkanDevice& device, const KernelParts& parts)
    : device_(device),
      inputs_(device, VK_SHADER_STAGE_COMPUTE_BIT, parts.bindings, parts.push_constant_bytes) {
    const auto shader = make_module(device_, parts.code);
    const Specialization specialization(parts.specialization);
    VkComputePipelineCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = shader.get();
    info.stage.pName = parts.entry_point.c_str();
    info.stage.pSpecializationInfo = &specialization.info();
    info.layout = inputs_.layout();
    VkPipeline pipeline{};
    check(vkCreateComputePipelines(device_.get(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
          "vkCreateComputePipelines");
    pipeline_ = {device_.get(), pipeline, vkDestroyPipeline};
    device_.set_name(VK_OBJECT_TYPE_PIPELINE, reinterpret_cast<std::uint64_t>(pipeline), parts.entry_point);
}

void ComputeKernel::bind(const std::vector<DeviceBuffer>& buffers) {
    std::vector<const DeviceBuffer*> bound;
    for (const DeviceBuffer& buffer : buffers)
        bound.push_back(&buffer);
    inputs_.bind(bound);
}

void ComputeKernel::launch(std::uint32_t columns, std::uint32_t rows,
                           std::span<const std::byte> push_constants) const {
    device_.run([&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.get());
        inputs_.record(commands, VK_PIPELINE_BIND_POINT_COMPUTE, push_constants);
        vkCmdDispatch(commands, columns, rows, 1);
    });
}

std::vector<VkDescriptorType> storage_buffers(std::size_t count) {
    return std::vector<VkDescriptorType>(count, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER);
}

} // namespace hitmap::vulkan
