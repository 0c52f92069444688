#pragma once

#include <array>
#include <cstdint>

#include "capture/layer/device.h"

namespace hitmap::capture {

/// While it exists, the next dispatch of a command buffer is recorded: the dispatch is counted, and the
/// instrumented pipeline is bound. The destructor binds what the program bound. It does nothing if the bound
/// pipeline is not recorded.
class RecordedDispatch {
public:
    RecordedDispatch(DeviceObject& device, VkCommandBuffer handle, const std::array<std::uint32_t, 3>& grid);
    /// The grid is in a buffer.
    RecordedDispatch(DeviceObject& device, VkCommandBuffer handle, VkBuffer buffer, VkDeviceSize offset);
    ~RecordedDispatch();
    RecordedDispatch(const RecordedDispatch&) = delete;
    RecordedDispatch& operator=(const RecordedDispatch&) = delete;

private:
    void begin(DispatchCommand command);
    void copy_contents(const DispatchCommand& command);
    [[nodiscard]] bool is_wanted() const;

    DeviceObject& device_;
    VkCommandBuffer handle_;
    std::shared_ptr<CommandBufferObject> commands_; ///< null: nothing is recorded
    bool rebinds_ = false;
};

/// Frees the buffers of the layer that a command buffer copies into.
void free_copies(const DeviceObject& device, CommandBufferObject& commands);
/// Forgets the commands of a command buffer.
void reset_commands(const DeviceObject& device, CommandBufferObject& commands);

} // namespace hitmap::capture
