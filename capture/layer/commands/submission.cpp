#include "capture/layer/commands/submission.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "capture/layer/device/log_records.h"
#include "capture/layer/interceptions.h"
#include "capture/layer/resources/descriptor_table.h"
#include "capture/layer/vulkan/chain.h"
#include "capture/log/log_format.h"

/// Submissions. One that has recorded dispatches is awaited, so that its records belong to it and the log is
/// empty for the next.
namespace hitmap::capture {

namespace {

/// The rule of shaders/next_dispatch.comp.
bool is_recorded(const Settings& settings, std::uint32_t dispatch) {
    return dispatch >= settings.first_dispatch && dispatch < settings.last_dispatch &&
           (dispatch - settings.first_dispatch) % settings.every == 0;
}

/// Saturates at unknown_invocations.
std::uint64_t product(std::uint64_t a, std::uint64_t b) {
    return b != 0 && a > unknown_invocations / b ? unknown_invocations : a * b;
}

/// SpoolLaunch::invocations of a launch that no condition prevents.
/// @param first  the first work group
std::uint64_t recorded_invocations(const Settings& settings, const SpoolLaunch& launch,
                                   const std::array<std::uint32_t, 3>& first) {
    std::uint64_t count = 1;
    for (std::size_t i = 0; i < 3; ++i)
        count = product(count, launch.grid[i] - std::min(launch.grid[i], first[i]));
    // Draws have no grid, and neither has a launch of rays whose size only the device knows.
    if (launch.draw != no_draw) return count == 0 ? unknown_invocations : count;
    const bool chooses = settings.first_group != 0 || settings.last_group != ~0U;
    // Their numbers are in rows of NumWorkgroups, which do not include those before the first.
    if (chooses && first != std::array<std::uint32_t, 3>{}) return unknown_invocations;
    if (chooses)
        count = std::min<std::uint64_t>(count, settings.last_group) -
                std::min<std::uint64_t>(count, settings.first_group);
    for (const std::uint32_t size : launch.block)
        count = product(count, size);
    return count;
}

/// Adds a dispatch or draw with its number in the log, and with its descriptors as they are at the
/// submission.
void add_launch(DeviceObject& device, std::uint32_t number, const DispatchCommand& command,
                PendingSubmission& submission) {
    LaunchTally& tally = device.capture->launches();
    if (!is_recorded(device.capture->settings(), number)) return tally.add_not_chosen();
    tally.add_recorded();
    SpoolLaunch launch;
    launch.device = device.number;
    launch.dispatch = number;
    launch.draw = command.draw.value_or(no_draw);
    launch.table = write_table(device, command);
    launch.first_site = command.pipeline->module->first_site;
    launch.kernel = command.pipeline->kernel;
    launch.grid = command.grid;
    launch.block = command.pipeline->block;
    launch.shared_bytes = command.pipeline->shared_bytes;
    const bool is_counted = !command.has_condition && (command.draw || command.pipeline->block_is_known);
    if (!command.indirect && is_counted)
        launch.invocations = recorded_invocations(device.capture->settings(), launch, command.first);
    submission.launches.push_back({std::move(launch), command.indirect, is_counted});
}

/// Writes the launches into the spool before their records, so that these can be read if the process is
/// killed before the submission has ended.
void write_begun(DeviceObject& device, const PendingSubmission& submission) {
    if (device.order_is_unknown) return;
    for (const PendingLaunch& pending : submission.launches)
        device.capture->write(SpoolBegunLaunch{pending.launch});
}

/// Adds a build or a copy of a structure, which dispatches that follow can see.
template <class BuildOrCopy>
void add_build(const DeviceObject& device, BuildOrCopy command, PendingSubmission& submission) {
    auto& event = [&]() -> auto& {
        if constexpr (std::is_same_v<BuildOrCopy, BuildCommand>)
            return command.build;
        else
            return command.copy;
    }
    ();
    event.device = device.number;
    event.dispatch = device.dispatches;
    submission.builds.emplace_back(std::move(command));
}

/// Adds the dispatches and builds of a command buffer, and what it copies for the host.
void collect(DeviceObject& device, const CommandBufferObject& commands, PendingSubmission& submission) {
    for (const Command& command : commands.commands) {
        if (const auto* const secondary = std::get_if<std::shared_ptr<CommandBufferObject>>(&command))
            collect(device, **secondary, submission);
        else if (std::holds_alternative<PassCommand>(command))
            ++device.dispatches;
        else if (const auto* const build = std::get_if<BuildCommand>(&command))
            add_build(device, *build, submission);
        else if (const auto* const copy = std::get_if<StructureCopyCommand>(&command))
            add_build(device, *copy, submission);
        else if (const auto& dispatch = std::get<DispatchCommand>(command); dispatch.draw)
            add_launch(device, device.dispatches - 1, dispatch, submission); // that of the render pass
        else
            add_launch(device, device.dispatches++, dispatch, submission);
    }
    submission.contents.insert(submission.contents.end(), commands.contents.begin(), commands.contents.end());
}

void write_launch(DeviceObject& device, PendingLaunch& pending) {
    SpoolLaunch& launch = pending.launch;
    if (pending.indirect)
        std::memcpy(launch.grid.data(), pending.indirect->mapped, sizeof(VkDispatchIndirectCommand));
    if (pending.indirect && pending.is_counted)
        launch.invocations = recorded_invocations(device.capture->settings(), launch, {});
    if (device.parts && pending.indirect) note_whole_dispatch(device, launch.kernel, launch.grid);
    device.capture->write(std::move(launch));
}

void write_build(DeviceObject& device, BuildCommand& command) {
    for (const BuildInput& input : command.inputs) {
        const auto* const bytes = reinterpret_cast<const std::uint8_t*>(command.copy->mapped) + input.offset;
        (command.build.geometries[input.geometry].*input.part).assign(bytes, bytes + input.bytes);
    }
    if (command.tree) {
        const auto* const bytes = reinterpret_cast<const std::uint8_t*>(command.tree->mapped);
        command.build.tree.assign(bytes, bytes + command.tree->bytes);
    }
    device.capture->write(std::move(command.build));
}

void finish(DeviceObject& device, PendingSubmission& submission) {
    for (auto& command : submission.builds)
        if (auto* const build = std::get_if<BuildCommand>(&command))
            write_build(device, *build);
        else
            device.capture->write(std::get<StructureCopyCommand>(command).copy);
    for (const ContentsCopy& contents : submission.contents) {
        if (contents.buffer->contents_written.exchange(true)) continue;
        SpoolContents event;
        event.buffer = contents.buffer->number;
        const auto* const bytes = reinterpret_cast<const std::uint8_t*>(contents.copy->mapped);
        event.bytes.assign(bytes, bytes + contents.copy->bytes);
        device.capture->write(std::move(event));
    }
    // Records whose dispatch is not in the spool are left out.
    for (PendingLaunch& launch : submission.launches)
        if (!device.order_is_unknown) write_launch(device, launch);
    device.next.DestroyFence(device.handle, submission.fence, nullptr);
    if (device.server) device.server->end_submission();
}

/// Waits until a submission has ended or the time is over. Its shaders may wait for LogServer meanwhile.
/// @param wait  false: only looks  @return whether the submission has ended
bool await(const DeviceObject& device, const PendingSubmission& submission, bool wait) {
    // A submission that waits for the program must not make the program wait.
    const std::chrono::nanoseconds time = std::chrono::milliseconds(
        submission.waits_for_program ? 20 : device.capture->settings().wait_milliseconds);
    return device.next.WaitForFences(device.handle, 1, &submission.fence, VK_TRUE,
                                     wait ? static_cast<std::uint64_t>(time.count()) : 0) !=
           VK_TIMEOUT; // a lost device has ended, too
}

/// Whether a submission waits for a value of a timeline semaphore that is not reached yet, which may be the
/// program's to set.
bool waits_for_program(DeviceObject& device, const VkSemaphore* semaphores, const std::uint64_t* values,
                       std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
        {
            const std::scoped_lock lock(device.semaphore_mutex);
            if (device.timeline_semaphores.count(semaphores[i]) == 0) continue;
        }
        std::uint64_t value = 0;
        if (device.next.GetSemaphoreCounterValue(device.handle, semaphores[i], &value) == VK_SUCCESS &&
            value < values[i])
            return true;
    }
    return false;
}

bool waits_for_program(DeviceObject& device, const VkSubmitInfo& submit) {
    const auto* const timeline = find_in_chain<VkTimelineSemaphoreSubmitInfo>(
        submit.pNext, VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
    return timeline != nullptr &&
           waits_for_program(device, submit.pWaitSemaphores, timeline->pWaitSemaphoreValues,
                             std::min(submit.waitSemaphoreCount, timeline->waitSemaphoreValueCount));
}

bool waits_for_program(DeviceObject& device, const VkSubmitInfo2& submit) {
    for (std::uint32_t i = 0; i < submit.waitSemaphoreInfoCount; ++i) {
        const VkSemaphoreSubmitInfo& wait = submit.pWaitSemaphoreInfos[i];
        if (waits_for_program(device, &wait.semaphore, &wait.value, 1)) return true;
    }
    return false;
}

void collect(DeviceObject& device, VkCommandBuffer handle, PendingSubmission& submission) {
    if (const auto commands = device.command_buffers.find(handle)) collect(device, *commands, submission);
}

bool has_dispatches(DeviceObject& device, VkCommandBuffer handle) {
    const auto commands = device.command_buffers.find(handle);
    return commands && !commands->commands.empty();
}

template <class Visit>
void for_each_commands(const VkSubmitInfo& submit, const Visit& visit) {
    for (std::uint32_t i = 0; i < submit.commandBufferCount; ++i)
        visit(submit.pCommandBuffers[i]);
}

template <class Visit>
void for_each_commands(const VkSubmitInfo2& submit, const Visit& visit) {
    for (std::uint32_t i = 0; i < submit.commandBufferInfoCount; ++i)
        visit(submit.pCommandBufferInfos[i].commandBuffer);
}

/// Submissions of one queue begin in their order, and each dispatch is counted behind those before it. Those
/// of several queues must not run at once: the device would count their dispatches in any order, and two at a
/// time.
void await_other_queues(DeviceObject& device, VkQueue queue) {
    const auto is_other = [&](const PendingSubmission& pending) { return pending.queue != queue; };
    if (std::none_of(device.pending.begin(), device.pending.end(), is_other)) return;
    take_pending(device, true);
    // What waits for the program may wait for what it is about to submit.
    if (device.pending.empty()) return;
    device.order_is_unknown = true;
    device.capture->write(SpoolNoBegunLaunches{device.number, 0});
    device.capture->note("dispatches of several queues that the layer cannot run one after the other are not "
                         "recorded");
}

/// @param call  submits to the next layer
template <class Submit, class Call>
VkResult submit_recorded(DeviceObject& device, VkQueue queue, std::span<const Submit> submits,
                         const Call& call) {
    bool any = false;
    for (const Submit& submit : submits)
        for_each_commands(submit,
                          [&](VkCommandBuffer handle) { any = any || has_dispatches(device, handle); });
    if (!any) return call();
    if (!device.capture->is_of_this_process()) {
        layer_capture()->note("a Vulkan device that was made before this process was forked is not recorded");
        return call();
    }

    const std::scoped_lock lock(device.submission_mutex);
    take_pending(device, false);
    await_other_queues(device, queue);
    PendingSubmission submission;
    submission.queue = queue;
    // What is behind a submission of the queue that waits, waits as well.
    bool& waits = submission.waits_for_program;
    for (const PendingSubmission& pending : device.pending)
        waits = waits || (pending.queue == queue && pending.waits_for_program);
    const std::uint32_t dispatches = device.dispatches;
    for (const Submit& submit : submits) {
        waits = waits || waits_for_program(device, submit);
        for_each_commands(submit, [&](VkCommandBuffer handle) { collect(device, handle, submission); });
    }
    const VkFenceCreateInfo fence{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, nullptr, 0};
    if (device.next.CreateFence(device.handle, &fence, nullptr, &submission.fence) != VK_SUCCESS)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    write_begun(device, submission);
    if (device.server) device.server->begin_submission();
    const VkResult result = call();
    if (result != VK_SUCCESS || device.next.QueueSubmit(queue, 0, nullptr, submission.fence) != VK_SUCCESS) {
        device.dispatches = dispatches;
        if (!submission.launches.empty())
            device.capture->write(SpoolNoBegunLaunches{device.number, dispatches});
        device.next.DestroyFence(device.handle, submission.fence, nullptr);
        if (device.server) device.server->end_submission();
        return result;
    }
    device.pending.push_back(std::move(submission));
    if (await(device, device.pending.back(), true)) take_pending(device, false);
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL submit(VkQueue queue, std::uint32_t count, const VkSubmitInfo* submits,
                                      VkFence fence) {
    DeviceObject& device = device_of(queue);
    return submit_recorded(device, queue, std::span(submits, count),
                           [&] { return device.next.QueueSubmit(queue, count, submits, fence); });
}

VKAPI_ATTR VkResult VKAPI_CALL submit2(VkQueue queue, std::uint32_t count, const VkSubmitInfo2* submits,
                                       VkFence fence) {
    DeviceObject& device = device_of(queue);
    const auto next =
        device.next.QueueSubmit2 != nullptr ? device.next.QueueSubmit2 : device.next.QueueSubmit2KHR;
    return submit_recorded(device, queue, std::span(submits, count),
                           [&] { return next(queue, count, submits, fence); });
}

VKAPI_ATTR VkResult VKAPI_CALL create_semaphore(VkDevice handle, const VkSemaphoreCreateInfo* info,
                                                const VkAllocationCallbacks* allocator,
                                                VkSemaphore* semaphore) {
    DeviceObject& device = device_of(handle);
    const VkResult result = device.next.CreateSemaphore(handle, info, allocator, semaphore);
    const auto* const type =
        find_in_chain<VkSemaphoreTypeCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
    if (result == VK_SUCCESS && type != nullptr && type->semaphoreType == VK_SEMAPHORE_TYPE_TIMELINE) {
        const std::scoped_lock lock(device.semaphore_mutex);
        device.timeline_semaphores.insert(*semaphore);
    }
    return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_semaphore(VkDevice handle, VkSemaphore semaphore,
                                             const VkAllocationCallbacks* allocator) {
    DeviceObject& device = device_of(handle);
    {
        const std::scoped_lock lock(device.semaphore_mutex);
        device.timeline_semaphores.erase(semaphore);
    }
    device.next.DestroySemaphore(handle, semaphore, allocator);
}

/// Says if the kernels that count did not run, or what they wrote was lost.
void compare_count(DeviceObject& device) {
    const std::uint32_t by_device = device.log->next_dispatch() - device.compared_dispatches;
    const std::uint32_t by_host = device.dispatches - device.compared_dispatches;
    if (by_device != by_host) device.capture->write(SpoolMiscount{device.number, by_device, by_host});
}

} // namespace

void take_pending(DeviceObject& device, bool wait) {
    auto& pending = device.pending;
    if (pending.empty()) return;
    // The records are taken when no submission runs: before, some may not be complete.
    for (const PendingSubmission& submission : pending)
        if (!await(device, submission, wait)) return;
    for (PendingSubmission& submission : pending)
        finish(device, submission);
    pending.clear();
    write_records(device);
    if (!device.order_is_unknown) compare_count(device);
    device.order_is_unknown = false;
    device.compared_dispatches = device.dispatches;
    device.log->set_next_dispatch(device.dispatches); // two at a time may have been counted as one
}

std::span<const Interception> submission_interceptions() {
    static const std::array list{
        intercept("vkQueueSubmit", submit),
        intercept("vkQueueSubmit2", submit2),
        intercept("vkQueueSubmit2KHR", submit2),
        intercept("vkCreateSemaphore", create_semaphore),
        intercept("vkDestroySemaphore", destroy_semaphore),
    };
    return list;
}

} // namespace hitmap::capture
