#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <variant>
#include <vector>
#include <vulkan/vulkan_core.h>

#include "capture/layer/device/device_log.h"
#include "capture/layer/device/objects.h"
#include "capture/spool/spool_events.h"

namespace hitmap::capture {

/// A set of descriptors as it is bound in a command buffer.
struct BoundSet {
    std::shared_ptr<SetObject> set;
    std::vector<std::uint32_t> dynamic_offsets;
    VkDescriptorSet handle = VK_NULL_HANDLE; ///< null: pushed
    VkPipelineLayout layout = VK_NULL_HANDLE;
};

/// A buffer of the layer that the host reads after a submission. The command buffer that copies into it and
/// the submissions whose records are not taken share it, and the last of them frees it.
using HostCopy = std::shared_ptr<const HostBuffer>;

/// A buffer whose contents a command buffer copies before a dispatch.
struct ContentsCopy {
    std::shared_ptr<BufferObject> buffer;
    HostCopy copy;
};

/// A recorded dispatch, draw or launch of rays of a command buffer.
struct DispatchCommand {
    std::optional<std::uint32_t> draw; ///< number of a draw in its render pass; of rays 0
    std::shared_ptr<PipelineObject> pipeline;
    std::map<std::uint32_t, BoundSet> sets; ///< by number
    std::array<std::uint32_t, 3> grid{};
    std::array<std::uint32_t, 3> first{}; ///< the first work group; the grid includes those before it
    bool has_condition = false;           ///< that decides whether it runs
    HostCopy indirect;                    ///< has the grid after the submission; null: `grid` is known
};

/// Bytes that a build reads, and that a command buffer copies before it.
struct BuildInput {
    std::size_t geometry = 0;
    std::vector<std::uint8_t> SpoolGeometry::*part = nullptr; ///< that the bytes become
    std::uint64_t offset = 0;                                 ///< in the copy
    std::uint64_t bytes = 0;
};

/// The build of an acceleration structure.
struct BuildCommand {
    SpoolBuild build; ///< without bytes and dispatch
    std::vector<BuildInput> inputs;
    HostCopy copy; ///< of all inputs; null: there are none
    HostCopy tree; ///< of what the driver built; null: it is not read
};

/// A copy of an acceleration structure.
struct StructureCopyCommand {
    SpoolStructureCopy copy; ///< without dispatch
};

/// What a command buffer binds for rays.
struct BoundRays {
    std::shared_ptr<PipelineObject> pipeline;
    std::map<std::uint32_t, BoundSet> sets; ///< by number
};

/// The arguments of vkCmdPushConstants.
struct PushedConstants {
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkShaderStageFlags stages = 0;
    std::uint32_t offset = 0;
    std::vector<std::byte> values;
};

/// A render pass begins, which counts as one dispatch: its draws have their own numbers. A launch of rays is
/// one with a single draw.
struct PassCommand {};

/// A part of a buffer that a program bound for vertices.
struct VertexBinding {
    VkBuffer buffer = VK_NULL_HANDLE;
    VkDeviceSize offset = 0;
    std::optional<VkDeviceSize> bytes;
    std::optional<VkDeviceSize> stride;
};

struct CommandBufferObject;

/// What a command buffer executes, in its order: dispatches, draws, builds, and secondary command buffers.
using Command = std::variant<DispatchCommand, PassCommand, BuildCommand, StructureCopyCommand,
                             std::shared_ptr<CommandBufferObject>>;

struct CommandBufferObject {
    VkCommandPool pool = VK_NULL_HANDLE;
    bool secondary = false;
    bool inherits_condition = false; ///< conditional rendering may be active around it

    // From vkBeginCommandBuffer on:
    std::shared_ptr<PipelineObject> compute; ///< bound
    VkPipeline compute_handle = VK_NULL_HANDLE;
    std::map<std::uint32_t, BoundSet> compute_sets;
    std::shared_ptr<PipelineObject> graphics; ///< bound
    VkPipeline graphics_handle = VK_NULL_HANDLE;
    bool graphics_is_instrumented = false; ///< instead of the program's handle
    std::map<std::uint32_t, BoundSet> graphics_sets;
    BoundRays rays;
    std::optional<VertexBinding> last_vertex_binding; ///< which draws use for their numbers
    bool in_counted_pass = false;                     ///< draws can be recorded
    std::vector<PushedConstants> pushed; ///< in their order, without those that later ones replaced
    std::optional<VkConditionalRenderingBeginInfoEXT> condition; ///< of active conditional rendering
    std::vector<Command> commands;
    std::vector<ContentsCopy> contents;
    bool one_time = false;

    [[nodiscard]] std::map<std::uint32_t, BoundSet>& sets(VkPipelineBindPoint point) {
        if (point == VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR) return rays.sets;
        return point == VK_PIPELINE_BIND_POINT_GRAPHICS ? graphics_sets : compute_sets;
    }
};

} // namespace hitmap::capture
