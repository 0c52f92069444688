#include <algorithm>
#include <array>
#include <deque>
#include <vector>

#include "capture/layer/device/device.h"
#include "capture/layer/interceptions.h"
#include "capture/layer/pipelines/ray_tracing_pipeline.h"

/// Pipelines that trace rays.
namespace hitmap::capture {

namespace {

VkResult make_instrumented(const DeviceObject& device, const std::deque<RayTracingPipeline>& pipelines,
                           const VkAllocationCallbacks* allocator, VkPipeline* handles) {
    std::vector<VkRayTracingPipelineCreateInfoKHR> infos;
    MemoryEdits edits;
    for (const RayTracingPipeline& pipeline : pipelines) {
        infos.push_back(pipeline.info());
        edits.append(pipeline.edits());
    }
    const AppliedEdits applied(edits);
    if (!applied.done()) {
        device.capture->note(std::string("a ray-tracing pipeline is not recorded: ") + read_only_chain);
        return VK_ERROR_UNKNOWN;
    }
    const auto count = static_cast<std::uint32_t>(infos.size());
    // Without the program's cache, which must not contain instrumented code.
    const VkResult result = device.next.CreateRayTracingPipelinesKHR(
        device.handle, VK_NULL_HANDLE, VK_NULL_HANDLE, count, infos.data(), allocator, handles);
    if (result == VK_SUCCESS) return result;
    device.capture->note("a ray-tracing pipeline is not recorded: the driver refuses the instrumented one");
    for (std::uint32_t i = 0; i < count; ++i)
        if (handles[i] != VK_NULL_HANDLE) device.next.DestroyPipeline(device.handle, handles[i], allocator);
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL create_ray_tracing(VkDevice handle, VkDeferredOperationKHR operation,
                                                  VkPipelineCache cache, std::uint32_t count,
                                                  const VkRayTracingPipelineCreateInfoKHR* infos,
                                                  const VkAllocationCallbacks* allocator,
                                                  VkPipeline* handles) {
    DeviceObject& device = device_of(handle);
    std::deque<RayTracingPipeline> pipelines;
    for (std::uint32_t i = 0; i < count; ++i)
        pipelines.emplace_back(device, infos[i]);
    const auto records = [](const RayTracingPipeline& pipeline) { return pipeline.records(); };
    if (std::none_of(pipelines.begin(), pipelines.end(), records))
        return device.next.CreateRayTracingPipelinesKHR(handle, operation, cache, count, infos, allocator,
                                                        handles);
    VkResult result = make_instrumented(device, pipelines, allocator, handles);
    const bool as_program = result != VK_SUCCESS;
    if (as_program)
        result = device.next.CreateRayTracingPipelinesKHR(handle, VK_NULL_HANDLE, VK_NULL_HANDLE, count,
                                                          infos, allocator, handles);
    for (std::uint32_t i = 0; i < count; ++i)
        if (handles[i] != VK_NULL_HANDLE)
            device.pipelines.put(handles[i], pipelines[i].make_object(as_program));
    // A driver need not defer an operation. The handles would not be known yet if it did.
    return result == VK_SUCCESS && operation != VK_NULL_HANDLE ? VK_OPERATION_NOT_DEFERRED_KHR : result;
}

VKAPI_ATTR VkResult VKAPI_CALL create_ray_tracing_nv(VkDevice handle, VkPipelineCache cache,
                                                     std::uint32_t count,
                                                     const VkRayTracingPipelineCreateInfoNV* infos,
                                                     const VkAllocationCallbacks* allocator,
                                                     VkPipeline* handles) {
    DeviceObject& device = device_of(handle);
    for (std::uint32_t i = 0; i < count; ++i)
        device.capture->note("ray-tracing pipeline " + std::to_string(device.capture->next_pipeline()) +
                             " is not recorded: pipelines of VK_NV_ray_tracing are passed through");
    return device.next.CreateRayTracingPipelinesNV(handle, cache, count, infos, allocator, handles);
}

} // namespace

std::span<const Interception> ray_tracing_interceptions() {
    static const std::array list{
        intercept("vkCreateRayTracingPipelinesKHR", create_ray_tracing),
        intercept("vkCreateRayTracingPipelinesNV", create_ray_tracing_nv),
    };
    return list;
}

} // namespace hitmap::capture
