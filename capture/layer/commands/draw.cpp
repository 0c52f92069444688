#include "capture/layer/commands/draw.h"

#include <utility>

#include "capture/layer/commands/dispatch.h"

namespace hitmap::capture {

void bind_graphics(DeviceObject& device, VkCommandBuffer handle, VkPipeline pipeline) {
    const auto object = device.command_buffers.find(handle);
    const auto known = device.pipelines.find(pipeline);
    const auto pool = object ? device.command_pools.find(object->pool) : nullptr;
    const bool is_instrumented = pool && pool->dispatches && known && known->recorded &&
                                 known->instrumented != VK_NULL_HANDLE &&
                                 is_wanted(device.capture->settings(), *known);
    device.next.CmdBindPipeline(handle, VK_PIPELINE_BIND_POINT_GRAPHICS,
                                is_instrumented ? known->instrumented : pipeline);
    if (!object) return;
    object->graphics = known;
    object->graphics_handle = pipeline;
    object->graphics_is_instrumented = is_instrumented;
}

void begin_pass(DeviceObject& device, VkCommandBuffer handle) {
    const auto object = device.command_buffers.find(handle);
    if (!object) return;
    const auto pool = device.command_pools.find(object->pool);
    object->in_counted_pass = device.records_draws() && device.draws->is_used() && pool && pool->dispatches;
    if (!object->in_counted_pass) return;
    count_pass(device, handle, *object, "draws");
    object->commands.emplace_back(PassCommand{});
}

RecordedDraw::RecordedDraw(DeviceObject& device, VkCommandBuffer handle)
    : device_(device), handle_(handle), commands_(device.command_buffers.find(handle)) {
    if (!commands_ || !commands_->graphics_is_instrumented) {
        count_left_out(device, commands_ ? commands_->graphics.get() : nullptr);
        commands_.reset();
        return;
    }
    if (!commands_->in_counted_pass) {
        // The first recorded pipeline was made after the render pass had begun.
        device.next.CmdBindPipeline(handle, VK_PIPELINE_BIND_POINT_GRAPHICS, commands_->graphics_handle);
        commands_->graphics_is_instrumented = false;
        device.capture->launches().add_left_out();
        commands_.reset();
        return;
    }
    DispatchCommand command;
    command.draw = device.draws->next();
    command.pipeline = commands_->graphics;
    command.sets = commands_->graphics_sets;
    bind({device.draws->buffer(), DrawNumbers::offset_of(*command.draw), {}, VkDeviceSize{0}});
    commands_->commands.emplace_back(std::move(command));
}

RecordedDraw::~RecordedDraw() {
    if (commands_ && commands_->last_vertex_binding) bind(*commands_->last_vertex_binding);
}

void RecordedDraw::bind(const VertexBinding& binding) const {
    const std::uint32_t number = device_.facts.draw_binding;
    const auto& next = device_.next;
    const auto bind2 =
        next.CmdBindVertexBuffers2 != nullptr ? next.CmdBindVertexBuffers2 : next.CmdBindVertexBuffers2EXT;
    const bool has_stride = binding.stride && commands_->graphics->dynamic_stride;
    if (bind2 == nullptr || (!has_stride && !binding.bytes))
        return next.CmdBindVertexBuffers(handle_, number, 1, &binding.buffer, &binding.offset);
    const VkDeviceSize bytes = binding.bytes.value_or(VK_WHOLE_SIZE);
    const VkDeviceSize stride = binding.stride.value_or(0);
    bind2(handle_, number, 1, &binding.buffer, &binding.offset, &bytes, has_stride ? &stride : nullptr);
}

} // namespace hitmap::capture
