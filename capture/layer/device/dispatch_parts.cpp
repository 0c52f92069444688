#include "capture/layer/device/dispatch_parts.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <stdexcept>

#include "capture/layer/device/device.h"
#include "capture/layer/next_part_words.h"
#include "capture/layer/wait_for_host_words.h"

namespace hitmap::capture {

namespace {

/// Invocations of the kernel that waits, one after the other: 1024 of them wait for about ten seconds.
std::uint32_t waiting_invocations(const DeviceObject& device) {
    VkPhysicalDeviceProperties properties{};
    device.instance->next.GetPhysicalDeviceProperties(device.physical, &properties);
    constexpr std::uint32_t most = 1024;
    return std::min({most, properties.limits.maxComputeWorkGroupInvocations,
                     properties.limits.maxComputeWorkGroupSize[1]});
}

/// The most parts of a dispatch. Each but the last empties half of the log at least.
constexpr std::uint32_t most_parts = 256;
constexpr VkAccessFlags shader_access = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
constexpr VkPipelineStageFlags compute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;

std::uint64_t groups_of(const std::array<std::uint32_t, 3>& groups) {
    const std::uint64_t plane = std::uint64_t{groups[0]} * groups[1];
    return groups[2] != 0 && plane > ~std::uint64_t{0} / groups[2] ? ~std::uint64_t{0} : plane * groups[2];
}

} // namespace

DispatchParts::DispatchParts(const DeviceObject& device) : device_(device) {
    host_ = make_host_buffer(device, parts_header_bytes + std::uint64_t{most_split_groups} * 4,
                             VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT |
                                 VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    if (host_.mapped == nullptr) throw std::runtime_error("there is no memory for the parts of dispatches");
    const VkBufferDeviceAddressInfo info{VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, nullptr, host_.buffer};
    address_ = device.next.GetBufferDeviceAddress(device.handle, &info);
    std::memset(host_.mapped, 0, host_.bytes); // no part has the number 0
    word(parts_pass) = 1;
    word(parts_limit) = static_cast<std::uint32_t>(device.log->capacity() / 2);
    try {
        const auto low = static_cast<std::uint32_t>(address_);
        const auto high = static_cast<std::uint32_t>(address_ >> 32);
        next_ = make_layer_kernel(device, next_part_words, std::array{low, high, most_split_groups});
        wait_ = make_layer_kernel(device, wait_for_host_words,
                                  std::array{low, high, waiting_invocations(device)});
    } catch (const std::runtime_error&) {
        free_layer_kernel(device_, next_);
        free_host_buffer(device_, host_);
        throw;
    }
}

DispatchParts::~DispatchParts() {
    free_layer_kernel(device_, next_);
    free_layer_kernel(device_, wait_);
    free_host_buffer(device_, host_);
}

bool DispatchParts::can_split(const std::array<std::uint32_t, 3>& groups) {
    return groups_of(groups) < most_split_groups;
}

void DispatchParts::begin(VkCommandBuffer commands, std::uint32_t count, const Grid& grid) const {
    const DeviceFunctions& next = device_.next;
    constexpr VkPipelineStageFlags transfer = VK_PIPELINE_STAGE_TRANSFER_BIT;
    memory_barrier(next, commands, compute | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                   transfer, VK_ACCESS_TRANSFER_WRITE_BIT);
    const std::array<std::uint32_t, 5> words{count, ~0U, grid.groups[0], grid.groups[1], grid.groups[2]};
    const bool is_indirect = grid.buffer != VK_NULL_HANDLE;
    next.CmdUpdateBuffer(commands, host_.buffer, parts_count, is_indirect ? 8 : sizeof words, words.data());
    if (is_indirect) {
        // What indirect dispatches may read, transfers may read after this.
        memory_barrier(next, commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_MEMORY_WRITE_BIT,
                       transfer, VK_ACCESS_TRANSFER_READ_BIT);
        const VkBufferCopy range{grid.offset, parts_grid, sizeof(VkDispatchIndirectCommand)};
        next.CmdCopyBuffer(commands, grid.buffer, host_.buffer, 1, &range);
    }
    memory_barrier(next, commands, transfer, VK_ACCESS_TRANSFER_WRITE_BIT, compute, shader_access);
}

void DispatchParts::next_part(VkCommandBuffer commands) const {
    const DeviceFunctions& next = device_.next;
    next.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, next_.pipeline);
    next.CmdDispatch(commands, 1, 1, 1);
    memory_barrier(next, commands, compute, VK_ACCESS_SHADER_WRITE_BIT,
                   compute | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_HOST_BIT,
                   shader_access | VK_ACCESS_INDIRECT_COMMAND_READ_BIT | VK_ACCESS_HOST_READ_BIT);
}

void DispatchParts::split(VkCommandBuffer commands, const Grid& grid,
                          const std::function<void(VkBuffer, VkDeviceSize)>& dispatch) const {
    const DeviceFunctions& next = device_.next;
    // Each part runs a work group at least, unless earlier dispatches have filled the log: that is the first.
    const std::uint64_t needed = grid.buffer != VK_NULL_HANDLE ? most_parts : groups_of(grid.groups) + 1;
    const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(needed, most_parts));
    begin(commands, count, grid);
    for (std::uint32_t part = 0; part < count; ++part) {
        next_part(commands);
        if (part != 0) {
            next.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, wait_.pipeline);
            next.CmdDispatchIndirect(commands, host_.buffer, parts_wait);
            memory_barrier(next, commands, compute | VK_PIPELINE_STAGE_HOST_BIT,
                           VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_HOST_WRITE_BIT, compute, shader_access);
        }
        dispatch(host_.buffer, parts_arguments);
        memory_barrier(next, commands, compute | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT,
                       VK_ACCESS_SHADER_WRITE_BIT, compute | VK_PIPELINE_STAGE_HOST_BIT,
                       shader_access | VK_ACCESS_HOST_READ_BIT);
    }
}

void DispatchParts::keep_whole(VkCommandBuffer commands) const {
    begin(commands, 0, {});
    next_part(commands);
}

bool DispatchParts::is_asked() const {
    return std::atomic_ref(word(parts_request)).load(std::memory_order_acquire) !=
           std::atomic_ref(word(parts_grant)).load(std::memory_order_relaxed);
}

void DispatchParts::answer() {
    const std::uint32_t request = std::atomic_ref(word(parts_request)).load(std::memory_order_acquire);
    std::atomic_ref(word(parts_grant)).store(request, std::memory_order_release);
}

std::uint64_t DispatchParts::units_for(std::uint64_t used) const {
    // Work groups begin while half of the log is free. The others are what those that had begun wrote.
    const std::uint64_t limit = word(parts_limit);
    return 2 * (used - std::min(used, limit));
}

} // namespace hitmap::capture
