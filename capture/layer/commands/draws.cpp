#include <array>

#include "capture/layer/commands/draw.h"
#include "capture/layer/device/device.h"
#include "capture/layer/interceptions.h"

/// Render passes, draws, and the vertex buffers that draws bind.
namespace hitmap::capture {

namespace {

VKAPI_ATTR void VKAPI_CALL begin_render_pass(VkCommandBuffer handle, const VkRenderPassBeginInfo* info,
                                             VkSubpassContents contents) {
    DeviceObject& device = device_of(handle);
    begin_pass(device, handle);
    device.next.CmdBeginRenderPass(handle, info, contents);
}

VKAPI_ATTR void VKAPI_CALL begin_render_pass2(VkCommandBuffer handle, const VkRenderPassBeginInfo* info,
                                              const VkSubpassBeginInfo* subpass) {
    DeviceObject& device = device_of(handle);
    begin_pass(device, handle);
    const auto next = device.next.CmdBeginRenderPass2 != nullptr ? device.next.CmdBeginRenderPass2
                                                                 : device.next.CmdBeginRenderPass2KHR;
    next(handle, info, subpass);
}

VKAPI_ATTR void VKAPI_CALL begin_rendering(VkCommandBuffer handle, const VkRenderingInfo* info) {
    DeviceObject& device = device_of(handle);
    // Nothing may be between a suspended render pass and its continuation, which has the same number.
    if ((info->flags & VK_RENDERING_RESUMING_BIT) == 0)
        begin_pass(device, handle);
    else if (const auto object = device.command_buffers.find(handle))
        object->in_counted_pass = device.records_draws() && device.draws->is_used();
    const auto next = device.next.CmdBeginRendering != nullptr ? device.next.CmdBeginRendering
                                                               : device.next.CmdBeginRenderingKHR;
    next(handle, info);
}

/// Remembers what is bound where draws get their number from.
void note_vertex_buffers(DeviceObject& device, VkCommandBuffer handle, std::uint32_t first,
                         std::uint32_t count, const VkBuffer* buffers, const VkDeviceSize* offsets,
                         const VkDeviceSize* bytes, const VkDeviceSize* strides) {
    const std::uint32_t last = device.facts.draw_binding;
    if (!device.records_draws() || last < first || last - first >= count) return;
    const auto object = device.command_buffers.find(handle);
    if (!object) return;
    const std::uint32_t i = last - first;
    VertexBinding binding{buffers[i], offsets[i], {}, {}};
    if (bytes != nullptr) binding.bytes = bytes[i];
    if (strides != nullptr) binding.stride = strides[i];
    object->last_vertex_binding = binding;
}

VKAPI_ATTR void VKAPI_CALL bind_vertex_buffers(VkCommandBuffer handle, std::uint32_t first,
                                               std::uint32_t count, const VkBuffer* buffers,
                                               const VkDeviceSize* offsets) {
    DeviceObject& device = device_of(handle);
    device.next.CmdBindVertexBuffers(handle, first, count, buffers, offsets);
    note_vertex_buffers(device, handle, first, count, buffers, offsets, nullptr, nullptr);
}

VKAPI_ATTR void VKAPI_CALL bind_vertex_buffers2(VkCommandBuffer handle, std::uint32_t first,
                                                std::uint32_t count, const VkBuffer* buffers,
                                                const VkDeviceSize* offsets, const VkDeviceSize* bytes,
                                                const VkDeviceSize* strides) {
    DeviceObject& device = device_of(handle);
    const auto next = device.next.CmdBindVertexBuffers2 != nullptr ? device.next.CmdBindVertexBuffers2
                                                                   : device.next.CmdBindVertexBuffers2EXT;
    next(handle, first, count, buffers, offsets, bytes, strides);
    note_vertex_buffers(device, handle, first, count, buffers, offsets, bytes, strides);
}

/// A draw command, whose arguments the layer does not need. Each has a function of this kind, and those with
/// aliases of extensions call the one that the device has.
template <auto... Functions>
struct Draw;

template <class... Arguments, auto... Others,
          void (VKAPI_PTR* DeviceFunctions::*First)(VkCommandBuffer, Arguments...)>
struct Draw<First, Others...> {
    static VKAPI_ATTR void VKAPI_CALL call(VkCommandBuffer handle, Arguments... arguments) {
        DeviceObject& device = device_of(handle);
        const RecordedDraw recorded(device, handle);
        auto next = device.next.*First;
        ((next = next == nullptr ? device.next.*Others : next), ...);
        next(handle, arguments...);
    }
};

using F = DeviceFunctions;
using DrawIndirectCount =
    Draw<&F::CmdDrawIndirectCount, &F::CmdDrawIndirectCountKHR, &F::CmdDrawIndirectCountAMD>;
using DrawIndexedIndirectCount = Draw<&F::CmdDrawIndexedIndirectCount, &F::CmdDrawIndexedIndirectCountKHR,
                                      &F::CmdDrawIndexedIndirectCountAMD>;

} // namespace

std::span<const Interception> draw_interceptions() {
    static const std::array list{
        intercept("vkCmdBeginRenderPass", begin_render_pass),
        intercept("vkCmdBeginRenderPass2", begin_render_pass2),
        intercept("vkCmdBeginRenderPass2KHR", begin_render_pass2),
        intercept("vkCmdBeginRendering", begin_rendering),
        intercept("vkCmdBeginRenderingKHR", begin_rendering),
        intercept("vkCmdBindVertexBuffers", bind_vertex_buffers),
        intercept("vkCmdBindVertexBuffers2", bind_vertex_buffers2),
        intercept("vkCmdBindVertexBuffers2EXT", bind_vertex_buffers2),
        intercept("vkCmdDraw", Draw<&F::CmdDraw>::call),
        intercept("vkCmdDrawIndexed", Draw<&F::CmdDrawIndexed>::call),
        intercept("vkCmdDrawIndirect", Draw<&F::CmdDrawIndirect>::call),
        intercept("vkCmdDrawIndexedIndirect", Draw<&F::CmdDrawIndexedIndirect>::call),
        intercept("vkCmdDrawIndirectCount", DrawIndirectCount::call),
        intercept("vkCmdDrawIndirectCountKHR", DrawIndirectCount::call),
        intercept("vkCmdDrawIndirectCountAMD", DrawIndirectCount::call),
        intercept("vkCmdDrawIndexedIndirectCount", DrawIndexedIndirectCount::call),
        intercept("vkCmdDrawIndexedIndirectCountKHR", DrawIndexedIndirectCount::call),
        intercept("vkCmdDrawIndexedIndirectCountAMD", DrawIndexedIndirectCount::call),
        intercept("vkCmdDrawIndirectByteCountEXT", Draw<&F::CmdDrawIndirectByteCountEXT>::call),
        intercept("vkCmdDrawMultiEXT", Draw<&F::CmdDrawMultiEXT>::call),
        intercept("vkCmdDrawMultiIndexedEXT", Draw<&F::CmdDrawMultiIndexedEXT>::call),
    };
    return list;
}

} // namespace hitmap::capture
