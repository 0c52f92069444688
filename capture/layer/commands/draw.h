#pragma once

#include <cstdint>

#include "capture/layer/device/device.h"

namespace hitmap::capture {

/// Binds a graphics pipeline, or the one with instrumented shaders in its place.
void bind_graphics(DeviceObject& device, VkCommandBuffer handle, VkPipeline pipeline);

/// Counts a render pass that is about to begin: nothing can be counted inside.
void begin_pass(DeviceObject& device, VkCommandBuffer handle);

/// While it exists, the next draw of a command buffer is recorded: its number is bound as a vertex buffer.
/// The destructor binds what the program bound there. It does nothing if the bound pipeline is not recorded.
class RecordedDraw {
public:
    RecordedDraw(DeviceObject& device, VkCommandBuffer handle);
    ~RecordedDraw();
    RecordedDraw(const RecordedDraw&) = delete;
    RecordedDraw& operator=(const RecordedDraw&) = delete;

private:
    void bind(const VertexBinding& binding) const;

    DeviceObject& device_;
    VkCommandBuffer handle_;
    std::shared_ptr<CommandBufferObject> commands_; ///< null: nothing is recorded
};

} // namespace hitmap::capture
