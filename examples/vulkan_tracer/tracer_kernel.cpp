#include "examples/vulkan_tracer/tracer_kernel.h"

#include "core/raytracer/kernels.h"
#include "core/raytracer/secondary_rays.h"

#include <glm/geometric.hpp>

#include <array>
#include <cstddef>
#include <string>

namespace hitmap::vulkan {

namespace {

/// The push constants of shaders/options.glsl.
struct LaunchConstants {
    glm::vec3 position;
    float reach;
    glm::vec3 forward;
    float unused_1;
    glm::vec3 right;
    float unused_2;
    glm::vec3 up;
    float unused_3;
    double scale;
    std::uint64_t seed;
};
static_assert(sizeof(LaunchConstants) == 80 && offsetof(LaunchConstants, scale) == 64);

LaunchConstants constants_of(const GpuScene& gpu) {
    const Camera& camera = gpu.camera;
    return {camera.position,
            gpu.reach,
            camera.forward,
            0.0F,
            glm::cross(camera.forward, camera.up),
            0.0F,
            camera.up,
            0.0F,
            half_fov_tangent(camera) / gpu.height,
            gpu.seed};
}

/// The specialization constants of shaders/options.glsl, by id.
std::array<std::uint32_t, 18> specialization_of(const GpuScene& gpu, const KernelSize& size) {
    return {size.threads,
            gpu.width,
            gpu.height,
            gpu.nodes.host.empty() ? 1U : 0U,
            gpu.has_nodes ? 1U : 0U,
            gpu.leaf_size,
            size.node_width,
            gpu.stack.count,
            gpu.vertices.planar ? 1U : 0U,
            static_cast<std::uint32_t>(gpu.vertices.host.size()),
            static_cast<std::uint32_t>(gpu.normals.host.size()),
            static_cast<std::uint32_t>(gpu.schedule),
            size.queues,
            gpu.fetch == Fetch::warp ? 1U : 0U,
            static_cast<std::uint32_t>(gpu.rays.kind),
            gpu.rays.count,
            size.notes_of_pixel,
            size.most_pixels};
}

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

TracerKernel::TracerKernel(const VulkanDevice& device, Kernel kernel, const GpuScene& gpu,
                           const KernelSize& size)
    : device_(device), gpu_(gpu), size_(size) {
    constexpr std::size_t scene_bindings = 9;
    make_layouts(scene_bindings + (size.notes_of_pixel != 0 ? 1 : 0));
    make_pipeline(kernel);
}

void TracerKernel::make_layouts(std::size_t bindings) {
    std::vector<VkDescriptorSetLayoutBinding> buffers(bindings);
    for (std::uint32_t i = 0; i < bindings; ++i)
        buffers[i] = {i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
    VkDescriptorSetLayoutCreateInfo set_info{};
    set_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    set_info.bindingCount = static_cast<std::uint32_t>(bindings);
    set_info.pBindings = buffers.data();
    VkDescriptorSetLayout set_layout{};
    check(vkCreateDescriptorSetLayout(device_.get(), &set_info, nullptr, &set_layout),
          "vkCreateDescriptorSetLayout");
    set_layout_ = {device_.get(), set_layout, vkDestroyDescriptorSetLayout};

    const VkPushConstantRange constants{VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(LaunchConstants)};
    VkPipelineLayoutCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    info.setLayoutCount = 1;
    info.pSetLayouts = &set_layout;
    info.pushConstantRangeCount = 1;
    info.pPushConstantRanges = &constants;
    VkPipelineLayout layout{};
    check(vkCreatePipelineLayout(device_.get(), &info, nullptr, &layout), "vkCreatePipelineLayout");
    layout_ = {device_.get(), layout, vkDestroyPipelineLayout};
}

void TracerKernel::make_pipeline(Kernel kernel) {
    const std::string name(function_name(kernel));
    const auto shader = make_module(device_, kernel_code(kernel, size_.notes_of_pixel != 0));
    const auto values = specialization_of(gpu_, size_);
    std::array<VkSpecializationMapEntry, std::tuple_size_v<decltype(values)>> entries{};
    for (std::uint32_t id = 0; id < entries.size(); ++id)
        entries[id] = {id, static_cast<std::uint32_t>(id * sizeof(std::uint32_t)), sizeof(std::uint32_t)};
    const VkSpecializationInfo specialization{static_cast<std::uint32_t>(entries.size()), entries.data(),
                                              sizeof(values), values.data()};
    VkComputePipelineCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = shader.get();
    info.stage.pName = name.c_str();
    info.stage.pSpecializationInfo = &specialization;
    info.layout = layout_.get();
    VkPipeline pipeline{};
    check(vkCreateComputePipelines(device_.get(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
          "vkCreateComputePipelines");
    pipeline_ = {device_.get(), pipeline, vkDestroyPipeline};
    device_.set_name(VK_OBJECT_TYPE_PIPELINE, reinterpret_cast<std::uint64_t>(pipeline), name);
}

void TracerKernel::bind(const std::vector<DeviceBuffer>& buffers) {
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

void TracerKernel::launch(const std::vector<DeviceBuffer>& buffers) {
    bind(buffers);
    const LaunchConstants constants = constants_of(gpu_);
    device_.run([&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.get());
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_.get(), 0, 1, &set_, 0,
                                nullptr);
        vkCmdPushConstants(commands, layout_.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(constants),
                           &constants);
        vkCmdDispatch(commands, size_.blocks, 1, 1);
    });
}

} // namespace hitmap::vulkan
