#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vulkan/vulkan_core.h>

#include "capture/layer/device/device_log.h"
#include "capture/layer/device/layer_kernel.h"
#include "capture/log/parts_format.h"

namespace hitmap::capture {

/// Runs dispatches in parts, so that records are not lost on a device whose shaders cannot wait for the host;
/// capture/log/parts_format.h says how. Parts after the first wait, in a kernel of the layer, until LogServer
/// has emptied the log.
class DispatchParts {
public:
    /// Throws std::runtime_error with the reason if there can be no parts.
    explicit DispatchParts(const DeviceObject& device);
    ~DispatchParts();
    DispatchParts(const DispatchParts&) = delete;
    DispatchParts& operator=(const DispatchParts&) = delete;

    /// Of the memory that work groups look at, for InstrumentOptions::parts_address.
    [[nodiscard]] std::uint64_t address() const { return address_; }

    /// The grid of a dispatch: its work groups, or where the device reads them.
    struct Grid {
        std::array<std::uint32_t, 3> groups{};
        VkBuffer buffer = VK_NULL_HANDLE; ///< of an indirect dispatch
        VkDeviceSize offset = 0;
    };
    /// Adds the commands of a dispatch in parts. They bind pipelines of the layer.
    /// @param dispatch  adds the commands of one part: those that bind what the dispatch uses, and an
    /// indirect dispatch with the given buffer and offset
    void split(VkCommandBuffer commands, const Grid& grid,
               const std::function<void(VkBuffer, VkDeviceSize)>& dispatch) const;
    /// Adds the commands before a dispatch that is not split. They bind a pipeline of the layer.
    void keep_whole(VkCommandBuffer commands) const;
    [[nodiscard]] static bool can_split(const std::array<std::uint32_t, 3>& groups);

    /// Whether the device waits for the host to empty the log.
    [[nodiscard]] bool is_asked() const;
    /// Lets the device go on.
    void answer();
    /// Units of the log with which all records of a part would have had room.
    [[nodiscard]] std::uint64_t units_for(std::uint64_t used) const;

private:
    void begin(VkCommandBuffer commands, std::uint32_t count, const Grid& grid) const;
    void next_part(VkCommandBuffer commands) const;
    [[nodiscard]] std::uint32_t& word(std::uint32_t offset) const {
        return *reinterpret_cast<std::uint32_t*>(host_.mapped + offset);
    }

    const DeviceObject& device_;
    HostBuffer host_;
    std::uint64_t address_ = 0;
    LayerKernel next_;
    LayerKernel wait_;
};

} // namespace hitmap::capture
