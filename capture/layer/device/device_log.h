#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vulkan/vulkan_core.h>

#include "capture/layer/device/layer_kernel.h"

namespace hitmap::capture {

struct DeviceObject;

/// A buffer of the layer that the host reads or writes.
struct HostBuffer {
    VkBuffer buffer = VK_NULL_HANDLE;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    std::byte* mapped = nullptr;
    std::uint64_t bytes = 0;
};

/// Returns a buffer without handles if the device has no memory for it.
[[nodiscard]] HostBuffer make_host_buffer(const DeviceObject& device, std::uint64_t bytes,
                                          VkBufferUsageFlags usage);
void free_host_buffer(const DeviceObject& device, HostBuffer& buffer);

/// The log of a device: its memory, and the kernel that begins a dispatch.
class DeviceLog {
public:
    /// Throws std::runtime_error with the reason if there can be no log.
    explicit DeviceLog(const DeviceObject& device);
    ~DeviceLog();
    DeviceLog(const DeviceLog&) = delete;
    DeviceLog& operator=(const DeviceLog&) = delete;

    [[nodiscard]] std::uint64_t address() const { return address_; }
    [[nodiscard]] std::uint64_t capacity() const { return capacity_; } ///< units
    /// Commands that end what was recorded before and begin the next dispatch. They bind a pipeline.
    void begin_dispatch(VkCommandBuffer commands) const;
    /// Commands after which dispatches write no records, until the next begin_dispatch().
    void end_recording(VkCommandBuffer commands) const;
    /// Commands after which the host can read the log.
    void end_commands(VkCommandBuffer commands) const;

    /// Empties the log. No recorded dispatch may run.
    void reset();
    /// The next dispatch that is counted gets this number. No recorded dispatch may run.
    void set_next_dispatch(std::uint32_t number);
    /// The number of the next dispatch, as the device has counted. No recorded dispatch may run.
    [[nodiscard]] std::uint32_t next_dispatch() const;
    /// Units that a finished dispatch wrote, and those that it would have written.
    [[nodiscard]] std::uint64_t held_units() const;
    [[nodiscard]] std::uint64_t needed_units() const;
    [[nodiscard]] std::span<const std::uint64_t> units() const;
    /// Takes whole records while dispatches run (with HITMAP_CAPTURE_LOSSLESS), and makes room.
    /// @param take  gets how many units were taken since the log was empty, and the units
    /// @return whether there were any
    bool drain(const std::function<void(std::uint32_t, std::span<const std::uint64_t>)>& take);

private:
    void make_kernel();
    void clear_end();
    /// The stages in which shaders use the log.
    [[nodiscard]] VkPipelineStageFlags users() const;
    template <class T>
    [[nodiscard]] T& word(std::uint32_t offset) const {
        return *reinterpret_cast<T*>(host_.mapped + offset);
    }

    const DeviceObject& device_;
    HostBuffer host_;
    std::uint64_t address_ = 0;
    std::uint64_t capacity_ = 0; ///< units
    std::uint32_t drained_ = 0;
    LayerKernel kernel_;
};

} // namespace hitmap::capture
