#include "capture/layer/commands/dispatch.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "capture/layer/resources/descriptor_table.h"

namespace hitmap::capture {

namespace {

/// The number of a work group is that of rows of NumWorkgroups, which do not include those before the first.
void note_chosen_groups(DeviceObject& device, const std::string& kernel,
                        const std::array<std::uint32_t, 3>& grid, const std::array<std::uint32_t, 3>& first) {
    const Settings& settings = device.capture->settings();
    const bool chooses = settings.first_group != 0 || settings.last_group != ~0U;
    const bool has_rows = grid[1] > 1 || grid[2] > 1;
    if (!chooses || !has_rows || first == std::array<std::uint32_t, 3>{}) return;
    device.capture->note("--groups chooses other work groups of a dispatch of " + kernel +
                         ": they do not begin with number 0");
}

} // namespace

HostCopy make_copy(const DeviceObject& device, std::uint64_t bytes) {
    const HostBuffer host = make_host_buffer(device, bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    if (host.buffer == VK_NULL_HANDLE) return nullptr;
    return {new HostBuffer(host), [&device](HostBuffer* owned) {
                const std::unique_ptr<HostBuffer> freed(owned);
                free_host_buffer(device, *freed);
            }};
}

void copy_barrier(const DeviceObject& device, VkCommandBuffer handle) {
    const VkMemoryBarrier before{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_MEMORY_WRITE_BIT,
                                 VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT};
    device.next.CmdPipelineBarrier(handle, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT,
                                   0, 1, &before, 0, nullptr, 0, nullptr);
}

void end_copy_barrier(const DeviceObject& device, VkCommandBuffer handle) {
    const VkMemoryBarrier after{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_TRANSFER_WRITE_BIT,
                                VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
    device.next.CmdPipelineBarrier(handle, VK_PIPELINE_STAGE_TRANSFER_BIT,
                                   VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &after, 0, nullptr, 0,
                                   nullptr);
}

void copy_contents(DeviceObject& device, VkCommandBuffer handle, CommandBufferObject& commands,
                   const DispatchCommand& command) {
    if (!device.capture->settings().contents) return;
    bool first = true;
    for (const auto& buffer : buffers_of(device, command)) {
        if (buffer->contents_written || !buffer->can_be_copied) continue;
        const VkBuffer from = device.buffers.handle_of(*buffer);
        if (from == VK_NULL_HANDLE || buffer->contents_taken.exchange(true)) continue;
        const HostCopy copy = make_copy(device, buffer->bytes);
        if (!copy) {
            buffer->contents_taken = false;
            device.capture->note("a buffer's contents are not recorded: there is no memory for a copy");
            continue;
        }
        if (std::exchange(first, false)) copy_barrier(device, handle);
        const VkBufferCopy range{0, 0, buffer->bytes};
        device.next.CmdCopyBuffer(handle, from, copy->buffer, 1, &range);
        commands.contents.push_back({buffer, copy});
    }
    if (!first) end_copy_barrier(device, handle);
}

bool is_wanted(const Settings& settings, const PipelineObject& pipeline) {
    const auto& kernels = settings.kernels;
    return kernels.empty() || std::any_of(kernels.begin(), kernels.end(), [&](const std::string& wanted) {
               return wanted == pipeline.kernel || wanted == std::to_string(pipeline.number);
           });
}

void count_left_out(DeviceObject& device, const PipelineObject* pipeline) {
    LaunchTally& tally = device.capture->launches();
    if (pipeline != nullptr && pipeline->recorded && !is_wanted(device.capture->settings(), *pipeline))
        tally.add_other_kernel(pipeline->kernel, pipeline->number);
    else
        tally.add_left_out();
}

void count_pass(DeviceObject& device, VkCommandBuffer handle, const CommandBufferObject& commands,
                const std::string& what) {
    // A condition would also hold for the kernels of the layer.
    if (commands.condition) device.next.CmdEndConditionalRenderingEXT(handle);
    device.log->begin_dispatch(handle);
    if (device.parts) {
        device.parts->keep_whole(handle);
        device.capture->note("--lossless does not split " + what +
                             "; what does not fit into the log is counted");
    }
    if (commands.condition) device.next.CmdBeginConditionalRenderingEXT(handle, &*commands.condition);
    if (commands.compute_handle == VK_NULL_HANDLE) return;
    device.next.CmdBindPipeline(handle, VK_PIPELINE_BIND_POINT_COMPUTE, commands.compute_handle);
    restore_compute(device, handle, commands);
}

void restore_compute(DeviceObject& device, VkCommandBuffer handle, const CommandBufferObject& commands) {
    for (const PushedConstants& pushed : commands.pushed)
        if (device.pipeline_layouts.find(pushed.layout))
            device.next.CmdPushConstants(handle, pushed.layout, pushed.stages, pushed.offset,
                                         static_cast<std::uint32_t>(pushed.values.size()),
                                         pushed.values.data());
    for (const auto& [number, bound] : commands.compute_sets) {
        if (!bound.set || bound.handle == VK_NULL_HANDLE || !device.pipeline_layouts.find(bound.layout))
            continue;
        const auto& bindings = bound.set->layout->bindings;
        if (std::none_of(bindings.begin(), bindings.end(), [](const auto& binding) {
                return binding.second.type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
            }))
            continue;
        device.next.CmdBindDescriptorSets(
            handle, VK_PIPELINE_BIND_POINT_COMPUTE, bound.layout, number, 1, &bound.handle,
            static_cast<std::uint32_t>(bound.dynamic_offsets.size()), bound.dynamic_offsets.data());
    }
}

void reset_commands(CommandBufferObject& commands) {
    // If the commands were not submitted, others must copy the buffers.
    for (const ContentsCopy& contents : commands.contents)
        if (!contents.buffer->contents_written) contents.buffer->contents_taken = false;
    commands.contents.clear();
    commands.compute.reset();
    commands.compute_handle = VK_NULL_HANDLE;
    commands.compute_sets.clear();
    commands.graphics.reset();
    commands.graphics_handle = VK_NULL_HANDLE;
    commands.graphics_is_instrumented = false;
    commands.graphics_sets.clear();
    commands.rays = {};
    commands.last_vertex_binding.reset();
    commands.in_counted_pass = false;
    commands.pushed.clear();
    commands.condition.reset();
    commands.commands.clear();
}

RecordedDispatch::RecordedDispatch(DeviceObject& device, VkCommandBuffer handle,
                                   const std::array<std::uint32_t, 3>& grid,
                                   const std::array<std::uint32_t, 3>& first)
    : device_(device), handle_(handle), commands_(device.command_buffers.find(handle)) {
    if (!takes()) return;
    note_chosen_groups(device, commands_->compute->kernel, grid, first);
    DispatchCommand command;
    command.grid = grid;
    command.first = first;
    const DispatchParts::Grid split{grid};
    const bool splits = device.parts && !note_whole_dispatch(device, commands_->compute->kernel, grid, first);
    begin(std::move(command), splits ? &split : nullptr);
}

RecordedDispatch::RecordedDispatch(DeviceObject& device, VkCommandBuffer handle, VkBuffer buffer,
                                   VkDeviceSize offset)
    : device_(device), handle_(handle), commands_(device.command_buffers.find(handle)) {
    if (!takes()) return;
    DispatchCommand command;
    constexpr std::uint64_t bytes = sizeof(VkDispatchIndirectCommand);
    if (const HostCopy copy = make_copy(device, bytes)) {
        copy_barrier(device, handle);
        const VkBufferCopy range{offset, 0, bytes};
        device.next.CmdCopyBuffer(handle, buffer, copy->buffer, 1, &range);
        command.indirect = copy;
    }
    const DispatchParts::Grid split{{}, buffer, offset};
    begin(std::move(command), &split);
}

bool note_whole_dispatch(DeviceObject& device, const std::string& kernel,
                         const std::array<std::uint32_t, 3>& grid,
                         const std::array<std::uint32_t, 3>& first) {
    const bool begins_later = first != std::array<std::uint32_t, 3>{};
    if (!begins_later && DispatchParts::can_split(grid)) return false;
    const std::string reason =
        begins_later ? "its work groups do not begin with number 0" : "it has too many work groups";
    device.capture->note("--lossless does not split a dispatch of " + kernel + ": " + reason +
                         "; what does not fit into the log is counted");
    return true;
}

/// Whether the dispatch can be recorded and is asked for. Otherwise it is counted as left out.
bool RecordedDispatch::takes() {
    const PipelineObject* const pipeline = commands_ ? commands_->compute.get() : nullptr;
    const bool is_recorded =
        pipeline != nullptr && pipeline->recorded && is_wanted(device_.capture->settings(), *pipeline);
    if (is_recorded && !commands_->inherits_condition) return true;
    count_left_out(device_, pipeline);
    if (is_recorded) leave_out();
    commands_.reset();
    return false;
}

/// The condition would also hold for the kernel that counts the dispatch, which therefore would have the
/// number of another one.
void RecordedDispatch::leave_out() const {
    device_.capture->note(
        "dispatches in secondary command buffers that inherit conditional rendering are not "
        "recorded: the layer cannot count them");
    if (commands_->compute->instrumented != VK_NULL_HANDLE) return; // the program's own pipeline is bound
    device_.log->end_recording(handle_);
    if (device_.parts) device_.parts->keep_whole(handle_);
    device_.next.CmdBindPipeline(handle_, VK_PIPELINE_BIND_POINT_COMPUTE, commands_->compute_handle);
    restore_compute(device_, handle_, *commands_);
}

/// @param split  null: the dispatch runs whole
void RecordedDispatch::begin(DispatchCommand command, const DispatchParts::Grid* split) {
    command.pipeline = commands_->compute;
    command.sets = commands_->compute_sets;
    command.has_condition = commands_->condition.has_value();
    // A condition would also hold for the kernels of the layer.
    if (commands_->condition) device_.next.CmdEndConditionalRenderingEXT(handle_);
    // A secondary command buffer may be executed several times: the primary one copies before the first time.
    if (!commands_->secondary) copy_contents(device_, handle_, *commands_, command);
    device_.log->begin_dispatch(handle_);
    is_split_ = device_.parts && split != nullptr;
    if (is_split_)
        run_parts(*split);
    else if (device_.parts)
        device_.parts->keep_whole(handle_);
    if (commands_->condition) device_.next.CmdBeginConditionalRenderingEXT(handle_, &*commands_->condition);
    bind();
    commands_->commands.emplace_back(std::move(command));
}

void RecordedDispatch::run_parts(const DispatchParts::Grid& grid) {
    device_.parts->split(handle_, grid, [&](VkBuffer buffer, VkDeviceSize offset) {
        bind();
        const auto& condition = commands_->condition;
        if (condition) device_.next.CmdBeginConditionalRenderingEXT(handle_, &*condition);
        device_.next.CmdDispatchIndirect(handle_, buffer, offset);
        if (condition) device_.next.CmdEndConditionalRenderingEXT(handle_);
    });
}

/// Binds the instrumented pipeline.
void RecordedDispatch::bind() {
    const VkPipeline separate = commands_->compute->instrumented;
    rebinds_ = separate != VK_NULL_HANDLE;
    device_.next.CmdBindPipeline(handle_, VK_PIPELINE_BIND_POINT_COMPUTE,
                                 rebinds_ ? separate : commands_->compute_handle);
    restore_compute(device_, handle_, *commands_);
}

RecordedDispatch::~RecordedDispatch() {
    if (commands_ && rebinds_)
        device_.next.CmdBindPipeline(handle_, VK_PIPELINE_BIND_POINT_COMPUTE, commands_->compute_handle);
}

} // namespace hitmap::capture
