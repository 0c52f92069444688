#include "examples/vulkan_rays/ray_pipeline.h"

#include <array>
#include <cstddef>
#include <vector>

namespace hitmap::vulkan {

namespace {

constexpr std::uint32_t groups = 3; ///< ray generation, miss, hit

std::uint32_t rounded_up(std::uint32_t size, std::uint32_t alignment) {
    return (size + alignment - 1) / alignment * alignment;
}

} // namespace

RayPipeline::RayPipeline(const VulkanDevice& device, const RayPipelineParts& parts)
    : device_(device),
      inputs_(device,
              VK_SHADER_STAGE_RAYGEN_BIT_KHR | VK_SHADER_STAGE_MISS_BIT_KHR |
                  VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR,
              parts.bindings, parts.push_constant_bytes) {
    make_pipeline(parts);
    make_table();
}

void RayPipeline::make_pipeline(const RayPipelineParts& parts) {
    const std::array modules{make_module(device_, parts.ray_generation), make_module(device_, parts.miss),
                             make_module(device_, parts.closest_hit)};
    const Specialization specialization(parts.specialization);
    constexpr std::array stage_bits{VK_SHADER_STAGE_RAYGEN_BIT_KHR, VK_SHADER_STAGE_MISS_BIT_KHR,
                                    VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR};
    std::array<VkPipelineShaderStageCreateInfo, groups> stages{};
    std::array<VkRayTracingShaderGroupCreateInfoKHR, groups> shader_groups{};
    for (std::uint32_t i = 0; i < groups; ++i) {
        stages[i].sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
        stages[i].stage = stage_bits[i];
        stages[i].module = modules[i].get();
        stages[i].pName = "main";
        VkRayTracingShaderGroupCreateInfoKHR& group = shader_groups[i];
        const bool is_hit = stage_bits[i] == VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR;
        group.sType = VK_STRUCTURE_TYPE_RAY_TRACING_SHADER_GROUP_CREATE_INFO_KHR;
        group.type = is_hit ? VK_RAY_TRACING_SHADER_GROUP_TYPE_TRIANGLES_HIT_GROUP_KHR
                            : VK_RAY_TRACING_SHADER_GROUP_TYPE_GENERAL_KHR;
        group.generalShader = is_hit ? VK_SHADER_UNUSED_KHR : i;
        group.closestHitShader = is_hit ? i : VK_SHADER_UNUSED_KHR;
        group.anyHitShader = VK_SHADER_UNUSED_KHR;
        group.intersectionShader = VK_SHADER_UNUSED_KHR;
    }
    stages.front().pSpecializationInfo = &specialization.info();
    VkRayTracingPipelineCreateInfoKHR info{};
    info.sType = VK_STRUCTURE_TYPE_RAY_TRACING_PIPELINE_CREATE_INFO_KHR;
    info.stageCount = groups;
    info.pStages = stages.data();
    info.groupCount = groups;
    info.pGroups = shader_groups.data();
    info.maxPipelineRayRecursionDepth = 1;
    info.layout = inputs_.layout();
    VkPipeline pipeline{};
    check(device_.function<PFN_vkCreateRayTracingPipelinesKHR>("vkCreateRayTracingPipelinesKHR")(
              device_.get(), VK_NULL_HANDLE, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
          "vkCreateRayTracingPipelinesKHR");
    pipeline_ = {device_.get(), pipeline, vkDestroyPipeline};
    device_.set_name(VK_OBJECT_TYPE_PIPELINE, reinterpret_cast<std::uint64_t>(pipeline), parts.name);
}

void RayPipeline::make_table() {
    const auto properties = device_.properties<VkPhysicalDeviceRayTracingPipelinePropertiesKHR>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_PROPERTIES_KHR);
    const std::uint32_t handle = properties.shaderGroupHandleSize;
    std::vector<std::byte> handles(std::size_t{groups} * handle);
    check(device_.function<PFN_vkGetRayTracingShaderGroupHandlesKHR>("vkGetRayTracingShaderGroupHandlesKHR")(
              device_.get(), pipeline_.get(), 0, groups, handles.size(), handles.data()),
          "vkGetRayTracingShaderGroupHandlesKHR");
    // Each region of the table begins at a multiple of the base alignment.
    const std::uint32_t stride = rounded_up(handle, properties.shaderGroupHandleAlignment);
    const std::uint32_t region = rounded_up(stride, properties.shaderGroupBaseAlignment);
    const VkDeviceAddress alignment = properties.shaderGroupBaseAlignment;
    table_.emplace(device_, "shader binding table",
                   std::vector<std::byte>(std::size_t{groups} * region + alignment),
                   VK_BUFFER_USAGE_SHADER_BINDING_TABLE_BIT_KHR | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT);
    const VkDeviceAddress first = (table_->address() + alignment - 1) / alignment * alignment;
    device_.run([&](VkCommandBuffer commands) {
        for (std::uint32_t i = 0; i < groups; ++i)
            vkCmdUpdateBuffer(commands, table_->get(), first - table_->address() + VkDeviceSize{i} * region,
                              handle, handles.data() + std::size_t{i} * handle);
    });
    ray_generation_ = {first, stride, stride};
    miss_ = {first + region, stride, stride};
    hit_ = {first + 2 * VkDeviceAddress{region}, stride, stride};
}

void RayPipeline::launch(std::uint32_t width, std::uint32_t height,
                         std::span<const std::byte> push_constants) const {
    const auto trace = device_.function<PFN_vkCmdTraceRaysKHR>("vkCmdTraceRaysKHR");
    const VkStridedDeviceAddressRegionKHR callable{};
    device_.run([&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, pipeline_.get());
        inputs_.record(commands, VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR, push_constants);
        trace(commands, &ray_generation_, &miss_, &hit_, &callable, width, height, 1);
    });
}

} // namespace hitmap::vulkan
