#include <array>
#include <utility>

#include "capture/layer/commands/dispatch.h"
#include "capture/layer/device/device.h"
#include "capture/layer/device/layer_kernel.h"
#include "capture/layer/interceptions.h"

/// Commands that trace rays.
namespace hitmap::capture {

namespace {

/// Lets the shaders of the next launch, which are instrumented, record nothing.
void leave_out(const DeviceObject& device, VkCommandBuffer handle) {
    constexpr VkPipelineStageFlags all = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    constexpr VkPipelineStageFlags transfer = VK_PIPELINE_STAGE_TRANSFER_BIT;
    memory_barrier(device.next, handle, all, VK_ACCESS_SHADER_WRITE_BIT, transfer,
                   VK_ACCESS_TRANSFER_WRITE_BIT);
    device.log->end_recording(handle);
    memory_barrier(device.next, handle, transfer, VK_ACCESS_TRANSFER_WRITE_BIT, all,
                   VK_ACCESS_SHADER_READ_BIT);
}

/// Records the launch of rays that follows, if its pipeline is recorded.
/// @param size  0: only the device knows it
void record_rays(DeviceObject& device, VkCommandBuffer handle, const std::array<std::uint32_t, 3>& size) {
    const auto commands = device.command_buffers.find(handle);
    const PipelineObject* const pipeline = commands ? commands->rays.pipeline.get() : nullptr;
    if (pipeline == nullptr || !pipeline->recorded) return count_left_out(device, pipeline);
    if (commands->inherits_condition)
        device.capture->note("rays in secondary command buffers that inherit conditional rendering are not "
                             "recorded: the layer cannot count them");
    if (commands->inherits_condition || !is_wanted(device.capture->settings(), *pipeline)) {
        count_left_out(device, pipeline);
        return leave_out(device, handle);
    }
    DispatchCommand command;
    command.draw = 0; // subgroups have no work groups, as those of a render pass with one draw
    command.pipeline = commands->rays.pipeline;
    command.sets = commands->rays.sets;
    command.grid = size;
    command.has_condition = commands->condition.has_value();
    if (!commands->secondary) copy_contents(device, handle, *commands, command);
    count_pass(device, handle, *commands, "rays");
    commands->commands.emplace_back(PassCommand{});
    commands->commands.emplace_back(std::move(command));
}

using Region = VkStridedDeviceAddressRegionKHR;

VKAPI_ATTR void VKAPI_CALL trace_rays(VkCommandBuffer handle, const Region* generation, const Region* miss,
                                      const Region* hit, const Region* callable, std::uint32_t width,
                                      std::uint32_t height, std::uint32_t depth) {
    DeviceObject& device = device_of(handle);
    record_rays(device, handle, {width, height, depth});
    device.next.CmdTraceRaysKHR(handle, generation, miss, hit, callable, width, height, depth);
}

VKAPI_ATTR void VKAPI_CALL trace_rays_indirect(VkCommandBuffer handle, const Region* generation,
                                               const Region* miss, const Region* hit, const Region* callable,
                                               VkDeviceAddress size) {
    DeviceObject& device = device_of(handle);
    record_rays(device, handle, {});
    device.next.CmdTraceRaysIndirectKHR(handle, generation, miss, hit, callable, size);
}

VKAPI_ATTR void VKAPI_CALL trace_rays_indirect2(VkCommandBuffer handle, VkDeviceAddress tables_and_size) {
    DeviceObject& device = device_of(handle);
    record_rays(device, handle, {});
    device.next.CmdTraceRaysIndirect2KHR(handle, tables_and_size);
}

} // namespace

std::span<const Interception> ray_interceptions() {
    static const std::array list{
        intercept("vkCmdTraceRaysKHR", trace_rays),
        intercept("vkCmdTraceRaysIndirectKHR", trace_rays_indirect),
        intercept("vkCmdTraceRaysIndirect2KHR", trace_rays_indirect2),
    };
    return list;
}

} // namespace hitmap::capture
