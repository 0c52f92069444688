#pragma once

#include <atomic>
#include <cstdint>

#include "capture/layer/device/device_log.h"

namespace hitmap::capture {

/// Gives draws their numbers. No command can write memory inside a render pass, but a draw can bind a vertex
/// buffer: one that has all numbers is bound at the offset of the draw's, as an input that is the same for
/// all instances.
class DrawNumbers {
public:
    /// Throws std::runtime_error if there is no memory.
    explicit DrawNumbers(const DeviceObject& device);
    ~DrawNumbers();
    DrawNumbers(const DrawNumbers&) = delete;
    DrawNumbers& operator=(const DrawNumbers&) = delete;

    /// The number of a draw: not that of any of the `count` - 1 draws before it. May be called by several
    /// threads at once.
    [[nodiscard]] std::uint32_t next() { return next_++ % count; }
    /// Whether a pipeline that is recorded was made: before, render passes need not be counted.
    [[nodiscard]] bool is_used() const { return is_used_; }
    void use() { is_used_ = true; }
    [[nodiscard]] VkBuffer buffer() const { return host_.buffer; }
    [[nodiscard]] static VkDeviceSize offset_of(std::uint32_t number) { return number * sizeof number; }

    static constexpr std::uint32_t count = 1U << 16;

private:
    const DeviceObject& device_;
    HostBuffer host_;
    std::atomic<std::uint32_t> next_{0};
    std::atomic<bool> is_used_{false};
};

} // namespace hitmap::capture
