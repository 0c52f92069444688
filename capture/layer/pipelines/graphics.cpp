#include <array>

#include "capture/layer/device/device.h"
#include "capture/layer/interceptions.h"
#include "capture/layer/pipelines/graphics_pipeline.h"

/// Pipelines that draw.
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

} // namespace

std::span<const Interception> graphics_interceptions() {
    static const std::array list{
        intercept("vkCreateGraphicsPipelines", create_graphics),
    };
    return list;
}

} // namespace hitmap::capture
