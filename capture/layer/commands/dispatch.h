#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "capture/layer/device/device.h"

namespace hitmap::capture {

/// While it exists, the next dispatch of a command buffer is recorded: the dispatch is counted, and the
/// instrumented pipeline is bound. The destructor binds what the program bound. It does nothing if the bound
/// pipeline is not recorded.
class RecordedDispatch {
public:
    /// @param first  the number of the first work group; the grid includes those before it
    RecordedDispatch(DeviceObject& device, VkCommandBuffer handle, const std::array<std::uint32_t, 3>& grid,
                     const std::array<std::uint32_t, 3>& first = {});
    /// The grid is in a buffer.
    RecordedDispatch(DeviceObject& device, VkCommandBuffer handle, VkBuffer buffer, VkDeviceSize offset);
    /// Whether the dispatch runs in parts, whose commands are there already: the program's must not follow.
    [[nodiscard]] bool is_split() const { return is_split_; }
    ~RecordedDispatch();
    RecordedDispatch(const RecordedDispatch&) = delete;
    RecordedDispatch& operator=(const RecordedDispatch&) = delete;

private:
    void begin(DispatchCommand command, const DispatchParts::Grid* split);
    void run_parts(const DispatchParts::Grid& grid);
    void bind();
    [[nodiscard]] bool takes();
    void leave_out() const;

    DeviceObject& device_;
    VkCommandBuffer handle_;
    std::shared_ptr<CommandBufferObject> commands_; ///< null: nothing is recorded
    bool rebinds_ = false;
    bool is_split_ = false;
};

/// Whether a kernel is one of those that the user asks for.
[[nodiscard]] bool is_wanted(const Settings& settings, const PipelineObject& pipeline);
/// Counts a dispatch, draw or launch of rays that is not recorded. @param pipeline  may be null
void count_left_out(DeviceObject& device, const PipelineObject* pipeline);
/// Adds commands that count a render pass as one dispatch, which runs whole, and bind the program's compute
/// pipeline again, which the kernel that counts took the place of.
/// @param what  is in it, as a sentence names it: "draws"
void count_pass(DeviceObject& device, VkCommandBuffer handle, const CommandBufferObject& commands,
                const std::string& what);
/// Adds the push constants and inline uniform blocks of the program's compute shaders again, behind a command
/// that binds their pipeline. They outlive the binding of other pipelines (Vulkan, "Push Constant Updates"),
/// but lavapipe 22.3 forgets them with a pipeline that has none.
void restore_compute(DeviceObject& device, VkCommandBuffer handle, const CommandBufferObject& commands);
/// Says, with the reason, that a dispatch cannot run in parts. @return whether that is so
bool note_whole_dispatch(DeviceObject& device, const std::string& kernel,
                         const std::array<std::uint32_t, 3>& grid,
                         const std::array<std::uint32_t, 3>& first = {});

/// A buffer of the layer for what a command buffer copies. Null if the device has no memory for it.
[[nodiscard]] HostCopy make_copy(const DeviceObject& device, std::uint64_t bytes);
/// Adds a barrier: copies that follow read what was written before.
void copy_barrier(const DeviceObject& device, VkCommandBuffer handle);
/// Adds a barrier: dispatches that follow may write what the copies read.
void end_copy_barrier(const DeviceObject& device, VkCommandBuffer handle);
/// Adds commands that copy what the buffers of a dispatch hold, if that is recorded and they were not copied
/// before.
void copy_contents(DeviceObject& device, VkCommandBuffer handle, CommandBufferObject& commands,
                   const DispatchCommand& command);
/// Forgets the commands of a command buffer. It locks nothing.
void reset_commands(CommandBufferObject& commands);

} // namespace hitmap::capture
