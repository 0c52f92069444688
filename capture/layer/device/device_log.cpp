#include "capture/layer/device/device_log.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <vector>

#include "capture/layer/device/device.h"
#include "capture/layer/next_dispatch_words.h"
#include "capture/log/log_format.h"

namespace hitmap::capture {

namespace {

constexpr std::uint64_t longest_record = 512; // units: more than a record of 128 lanes has

/// The type of memory that the host reads fastest, among those that need no flushes. Returns no number if the
/// device has none.
std::optional<std::uint32_t> host_memory_type(const DeviceObject& device, std::uint32_t allowed) {
    constexpr VkMemoryPropertyFlags needed =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    for (const VkMemoryPropertyFlags wanted : {needed | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, needed})
        for (std::uint32_t i = 0; i < device.facts.memory.memoryTypeCount; ++i)
            if ((allowed >> i & 1) != 0 &&
                (device.facts.memory.memoryTypes[i].propertyFlags & wanted) == wanted)
                return i;
    return std::nullopt;
}

bool allocate(const DeviceObject& device, HostBuffer& host, VkBufferUsageFlags usage) {
    VkMemoryRequirements needs{};
    device.next.GetBufferMemoryRequirements(device.handle, host.buffer, &needs);
    const auto type = host_memory_type(device, needs.memoryTypeBits);
    if (!type) return false;
    VkMemoryAllocateFlagsInfo flags{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO, nullptr,
                                    VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT, 0};
    const bool addressed = (usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT) != 0;
    const VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, addressed ? &flags : nullptr,
                                    needs.size, *type};
    if (device.next.AllocateMemory(device.handle, &info, nullptr, &host.memory) != VK_SUCCESS) return false;
    if (device.next.BindBufferMemory(device.handle, host.buffer, host.memory, 0) != VK_SUCCESS) return false;
    void* mapped = nullptr;
    if (device.next.MapMemory(device.handle, host.memory, 0, VK_WHOLE_SIZE, 0, &mapped) != VK_SUCCESS)
        return false;
    host.mapped = static_cast<std::byte*>(mapped);
    return true;
}

} // namespace

HostBuffer make_host_buffer(const DeviceObject& device, std::uint64_t bytes, VkBufferUsageFlags usage) {
    HostBuffer host;
    host.bytes = bytes;
    VkBufferCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = bytes;
    info.usage = usage;
    if (device.next.CreateBuffer(device.handle, &info, nullptr, &host.buffer) != VK_SUCCESS) return {};
    if (!allocate(device, host, usage)) free_host_buffer(device, host);
    return host;
}

void free_host_buffer(const DeviceObject& device, HostBuffer& host) {
    if (host.buffer != VK_NULL_HANDLE) device.next.DestroyBuffer(device.handle, host.buffer, nullptr);
    if (host.memory != VK_NULL_HANDLE) device.next.FreeMemory(device.handle, host.memory, nullptr);
    host = {};
}

DeviceLog::DeviceLog(const DeviceObject& device) : device_(device) {
    const Settings& settings = device.capture->settings();
    // Without 64-bit atomics, the count of what did not fit must not overflow.
    const std::uint64_t most = device.facts.int64_atomics ? max_log_capacity : (1U << 30);
    capacity_ = std::clamp<std::uint64_t>(settings.log_bytes / log_unit_bytes, 1024, most);
    if (device.waits()) capacity_ = std::bit_floor(capacity_);
    host_ = make_host_buffer(device, log_header_bytes + capacity_ * log_unit_bytes,
                             VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT |
                                 VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    if (host_.mapped == nullptr)
        throw std::runtime_error("there is no memory for a log of " +
                                 std::to_string(capacity_ * log_unit_bytes) + " bytes");
    const VkBufferDeviceAddressInfo info{VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, nullptr, host_.buffer};
    address_ = device.next.GetBufferDeviceAddress(device.handle, &info);
    if (address_ == 0 || address_ % 64 != 0) {
        free_host_buffer(device_, host_);
        throw std::runtime_error("expected an address of the log that is a multiple of 64");
    }
    std::memset(host_.mapped, 0, log_header_bytes);
    if (device.waits()) std::memset(host_.mapped + log_header_bytes, 0, capacity_ * log_unit_bytes);
    clear_end();
    set_next_dispatch(0);
    word<std::uint32_t>(log_first_group) = settings.first_group;
    word<std::uint32_t>(log_last_group) = settings.last_group;
    word<std::uint32_t>(log_capacity) = static_cast<std::uint32_t>(capacity_);
    make_kernel();
}

DeviceLog::~DeviceLog() {
    free_layer_kernel(device_, kernel_);
    free_host_buffer(device_, host_);
}

void DeviceLog::make_kernel() {
    const Settings& settings = device_.capture->settings();
    try {
        kernel_ = make_layer_kernel(
            device_, next_dispatch_words,
            std::array{static_cast<std::uint32_t>(address_), static_cast<std::uint32_t>(address_ >> 32),
                       settings.first_dispatch, settings.last_dispatch, settings.every});
    } catch (const std::runtime_error&) {
        free_host_buffer(device_, host_);
        throw;
    }
}

void DeviceLog::begin_dispatch(VkCommandBuffer commands) const {
    constexpr VkAccessFlags both = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
    constexpr VkPipelineStageFlags compute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
    memory_barrier(device_.next, commands, users(), VK_ACCESS_SHADER_WRITE_BIT, compute, both);
    device_.next.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, kernel_.pipeline);
    device_.next.CmdDispatch(commands, 1, 1, 1);
    memory_barrier(device_.next, commands, compute, VK_ACCESS_SHADER_WRITE_BIT, users(), both);
}

VkPipelineStageFlags DeviceLog::users() const {
    // Command buffers of queues without graphics must not name the stages of vertex and fragment shaders.
    return device_.facts.stages == stage_compute ? VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT
                                                 : VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
}

void DeviceLog::end_recording(VkCommandBuffer commands) const {
    constexpr VkPipelineStageFlags compute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
    constexpr VkPipelineStageFlags transfer = VK_PIPELINE_STAGE_TRANSFER_BIT;
    memory_barrier(device_.next, commands, compute, VK_ACCESS_SHADER_WRITE_BIT, transfer,
                   VK_ACCESS_TRANSFER_WRITE_BIT);
    const std::uint32_t disabled = 0;
    device_.next.CmdUpdateBuffer(commands, host_.buffer, log_enabled, sizeof disabled, &disabled);
    memory_barrier(device_.next, commands, transfer, VK_ACCESS_TRANSFER_WRITE_BIT, compute,
                   VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
}

void DeviceLog::end_commands(VkCommandBuffer commands) const {
    memory_barrier(device_.next, commands, users() | VK_PIPELINE_STAGE_TRANSFER_BIT,
                   VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_HOST_BIT,
                   VK_ACCESS_HOST_READ_BIT);
}

void DeviceLog::reset() {
    // A full log ends with room that the next record did not fit into. There is no old record in it, neither
    // of a log that was full nor of one that was nearly so.
    if (needed_units() + longest_record > capacity_) clear_end();
    word<std::uint64_t>(log_used) = 0;
    word<std::uint32_t>(log_drained) = 0;
    drained_ = 0;
}

void DeviceLog::set_next_dispatch(std::uint32_t number) {
    word<std::uint32_t>(log_dispatch) = number - 1;
}

std::uint32_t DeviceLog::next_dispatch() const {
    return word<std::uint32_t>(log_dispatch) + 1;
}

void DeviceLog::clear_end() {
    const std::uint64_t bytes = std::min(longest_record, capacity_) * log_unit_bytes;
    std::memset(host_.mapped + host_.bytes - bytes, 0, bytes);
}

std::uint64_t DeviceLog::needed_units() const {
    const auto used = std::atomic_ref(word<std::uint64_t>(log_used)).load();
    if (device_.facts.int64_atomics) return used;
    // Without 64-bit atomics the higher word counts how often bit 31 of the lower one changed.
    return (used >> 33 << 32) + static_cast<std::uint32_t>(used);
}

std::uint64_t DeviceLog::held_units() const {
    return std::min(needed_units(), capacity_);
}

std::span<const std::uint64_t> DeviceLog::units() const {
    return {reinterpret_cast<const std::uint64_t*>(host_.mapped + log_header_bytes), held_units()};
}

bool DeviceLog::drain(const std::function<void(std::uint32_t, std::span<const std::uint64_t>)>& take) {
    auto* const ring = reinterpret_cast<std::uint64_t*>(host_.mapped + log_header_bytes);
    const std::uint64_t used = needed_units();
    std::vector<std::uint64_t> units;
    const auto first = drained_;
    while (static_cast<std::uint32_t>(used) != drained_ && units.size() < capacity_ / 2) {
        auto& head = *reinterpret_cast<std::uint32_t*>(&ring[drained_ % capacity_]);
        // The first word of a record is written last.
        const std::uint32_t word = std::atomic_ref(head).load(std::memory_order_acquire);
        if (word == 0) break;
        const auto unit = [&](std::uint32_t i) { return ring[(drained_ + i) % capacity_]; };
        std::uint32_t lanes = static_cast<std::uint32_t>(std::popcount(unit(0) >> 32)) +
                              static_cast<std::uint32_t>(std::popcount(unit(1) >> 32));
        if ((word & record_wide) != 0) lanes += static_cast<std::uint32_t>(std::popcount(unit(2)));
        const std::uint32_t count = record_units(word, lanes);
        for (std::uint32_t i = 0; i < count; ++i) {
            units.push_back(unit(i));
            ring[(drained_ + i) % capacity_] = 0;
        }
        drained_ += count;
    }
    if (drained_ == first) return false;
    std::atomic_ref(word<std::uint32_t>(log_drained)).store(drained_, std::memory_order_release);
    take(first, units);
    return true;
}

} // namespace hitmap::capture
