#include <array>

#include "capture/layer/device/device.h"
#include "capture/layer/interceptions.h"
#include "capture/layer/pipelines/graphics_pipeline.h"

/// Pipelines that draw, and those that trace rays.
namespace hitmap::capture {

namespace {

VKAPI_ATTR VkResult VKAPI_CALL create_graphics(VkDevice handle, VkPipelineCache cache, std::uint32_t count,
                                               const VkGraphicsPipelineCreateInfo* infos,
                                               const VkAllocationCallbacks* allocator, VkPipeline* handles) {
    DeviceObject& device = device_of(handle);
    const VkResult result =
        device.next.CreateGraphicsPipelines(handle, cache, count, infos, allocator, handles);
    // The program's pipelines remain as they are. Command buffers get instrumented ones in their place.
    for (std::uint32_t i = 0; i < count; ++i)
        if (handles[i] != VK_NULL_HANDLE)
            device.pipelines.put(handles[i], GraphicsPipeline(device, infos[i]).make_object());
    if (device.records_draws() && !device.facts.other_stages.empty())
        device.capture->note(device.facts.other_stages);
    return result;
}

void note_ray_tracing(const DeviceObject& device, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i)
        device.capture->note("ray-tracing pipeline " + std::to_string(device.capture->next_pipeline()) +
                             " is not recorded: this version passes ray-tracing pipelines through");
}

VKAPI_ATTR VkResult VKAPI_CALL create_ray_tracing(VkDevice handle, VkDeferredOperationKHR operation,
                                                  VkPipelineCache cache, std::uint32_t count,
                                                  const VkRayTracingPipelineCreateInfoKHR* infos,
                                                  const VkAllocationCallbacks* allocator,
                                                  VkPipeline* handles) {
    DeviceObject& device = device_of(handle);
    note_ray_tracing(device, count);
    return device.next.CreateRayTracingPipelinesKHR(handle, operation, cache, count, infos, allocator,
                                                    handles);
}

VKAPI_ATTR VkResult VKAPI_CALL create_ray_tracing_nv(VkDevice handle, VkPipelineCache cache,
                                                     std::uint32_t count,
                                                     const VkRayTracingPipelineCreateInfoNV* infos,
                                                     const VkAllocationCallbacks* allocator,
                                                     VkPipeline* handles) {
    DeviceObject& device = device_of(handle);
    note_ray_tracing(device, count);
    return device.next.CreateRayTracingPipelinesNV(handle, cache, count, infos, allocator, handles);
}

} // namespace

std::span<const Interception> graphics_interceptions() {
    static const std::array list{
        intercept("vkCreateGraphicsPipelines", create_graphics),
        intercept("vkCreateRayTracingPipelinesKHR", create_ray_tracing),
        intercept("vkCreateRayTracingPipelinesNV", create_ray_tracing_nv),
    };
    return list;
}

} // namespace hitmap::capture
