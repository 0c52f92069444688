#include "capture/layer/device/layer_kernel.h"

#include <stdexcept>
#include <vector>

#include "capture/layer/device/device.h"

namespace hitmap::capture {

LayerKernel make_layer_kernel(const DeviceObject& device, std::span<const std::uint32_t> words,
                              std::span<const std::uint32_t> constants) {
    const DeviceFunctions& next = device.next;
    VkPipelineLayoutCreateInfo layout{};
    layout.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    VkShaderModuleCreateInfo code{};
    code.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
    code.codeSize = words.size_bytes();
    code.pCode = words.data();
    std::vector<VkSpecializationMapEntry> entries;
    for (std::uint32_t i = 0; i < constants.size(); ++i)
        entries.push_back({i, static_cast<std::uint32_t>(i * sizeof constants[0]), sizeof constants[0]});
    const VkSpecializationInfo specialization{static_cast<std::uint32_t>(entries.size()), entries.data(),
                                              constants.size_bytes(), constants.data()};
    LayerKernel kernel;
    VkShaderModule module = VK_NULL_HANDLE;
    VkComputePipelineCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    if (next.CreatePipelineLayout(device.handle, &layout, nullptr, &kernel.layout) == VK_SUCCESS &&
        next.CreateShaderModule(device.handle, &code, nullptr, &module) == VK_SUCCESS) {
        info.layout = kernel.layout;
        info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                      nullptr,
                      0,
                      VK_SHADER_STAGE_COMPUTE_BIT,
                      module,
                      "main",
                      &specialization};
        if (next.CreateComputePipelines(device.handle, VK_NULL_HANDLE, 1, &info, nullptr, &kernel.pipeline) !=
            VK_SUCCESS)
            kernel.pipeline = VK_NULL_HANDLE;
    }
    if (module != VK_NULL_HANDLE) next.DestroyShaderModule(device.handle, module, nullptr);
    if (kernel.pipeline != VK_NULL_HANDLE) return kernel;
    free_layer_kernel(device, kernel);
    throw std::runtime_error("the driver does not make the pipeline that counts dispatches");
}

void free_layer_kernel(const DeviceObject& device, LayerKernel& kernel) {
    if (kernel.pipeline != VK_NULL_HANDLE)
        device.next.DestroyPipeline(device.handle, kernel.pipeline, nullptr);
    if (kernel.layout != VK_NULL_HANDLE)
        device.next.DestroyPipelineLayout(device.handle, kernel.layout, nullptr);
    kernel = {};
}

void memory_barrier(const DeviceFunctions& next, VkCommandBuffer commands, VkPipelineStageFlags from,
                    VkAccessFlags written, VkPipelineStageFlags to, VkAccessFlags accessed) {
    const VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, written, accessed};
    next.CmdPipelineBarrier(commands, from, to, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

} // namespace hitmap::capture
