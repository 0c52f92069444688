#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <variant>
#include <vector>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan_core.h>

#include "capture/layer/capture.h"
#include "capture/layer/commands/command_buffer.h"
#include "capture/layer/device/device_log.h"
#include "capture/layer/device/dispatch_parts.h"
#include "capture/layer/device/draw_numbers.h"
#include "capture/layer/device/log_server.h"
#include "capture/layer/device/objects.h"
#include "capture/layer/vulkan/functions.h"
#include "capture/layer/vulkan/registry.h"

namespace hitmap::capture {

struct InstanceObject {
    VkInstance handle = VK_NULL_HANDLE;
    InstanceFunctions next;
    std::uint32_t api_version = 0; ///< that was asked for below this layer
};

/// What the layer found out about a device, and enabled.
struct DeviceFacts {
    std::string name;
    std::uint32_t stages = stage_compute; ///< StageBits of the stages that can record
    std::string other_stages;             ///< why vertex or fragment shaders are not recorded; may be empty
    std::string no_ray_tracing;           ///< why ray-tracing shaders are not recorded; may be empty
    bool keeps_subgroups = false;         ///< InstrumentOptions::keeps_subgroups
    std::string tree_layout;              ///< SpoolBuild::tree_layout; empty if it is not known
    /// Where graphics pipelines get the number of a draw: the last binding and location of vertex shaders,
    /// and the last location between them and fragment shaders.
    std::uint32_t draw_binding = 0;
    std::uint32_t draw_input = 0;
    std::uint32_t draw_output = 0;
    std::uint32_t subgroup_size = 32;
    std::uint32_t sms = 0;
    bool int64_atomics = false;
    bool can_wait = true; ///< shaders may wait for the host
    Clock clock = Clock::none;
    CoreNumber core = CoreNumber::none;
    VkPhysicalDeviceMemoryProperties memory{};
    std::vector<VkQueueFamilyProperties> queue_families;
};

/// A dispatch or draw that was submitted. Its descriptors are in the spool: the program may change them
/// before the records are taken.
struct PendingLaunch {
    SpoolLaunch launch;
    HostCopy indirect;       ///< has the grid after the submission; null: `launch` has it
    bool is_counted = false; ///< the grid says how many invocations run
};

/// A submission whose records are not taken yet.
struct PendingSubmission {
    VkQueue queue = VK_NULL_HANDLE;
    VkFence fence = VK_NULL_HANDLE;
    bool waits_for_program = false; ///< or did so when it was submitted
    std::vector<PendingLaunch> launches;
    std::vector<ContentsCopy> contents;
    std::vector<std::variant<BuildCommand, StructureCopyCommand>> builds; ///< in their order
};

struct DeviceObject {
    VkDevice handle = VK_NULL_HANDLE;
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    std::shared_ptr<InstanceObject> instance;
    DeviceFunctions next;
    PFN_vkSetDeviceLoaderData set_loader_data = nullptr;
    std::shared_ptr<Capture> capture;
    std::uint32_t number = 0;
    bool records = false; ///< false: everything is passed through
    DeviceFacts facts;
    std::unique_ptr<DeviceLog> log;       ///< null unless `records`
    std::mutex log_mutex;                 ///< held while the host takes records and empties the log
    std::unique_ptr<DispatchParts> parts; ///< null: dispatches run whole
    std::unique_ptr<LogServer> server;    ///< with `parts`, or if shaders wait for room
    std::unique_ptr<DrawNumbers> draws;   ///< null unless shaders of draws are recorded

    /// Whether draws can be recorded.
    [[nodiscard]] bool records_draws() const { return draws != nullptr; }
    /// Whether shaders wait while the log is full, which loses nothing.
    [[nodiscard]] bool waits() const { return capture->settings().lossless && facts.can_wait; }

    Registry<VkBuffer, BufferObject> buffers;
    Registry<VkBufferView, BufferViewObject> buffer_views;
    Registry<VkAccelerationStructureKHR, StructureObject> structures;
    Registry<VkShaderModule, ModuleObject> modules;
    Registry<VkDescriptorSetLayout, SetLayoutObject> set_layouts;
    Registry<VkPipelineLayout, PipelineLayoutObject> pipeline_layouts;
    struct PooledSet : SetObject {
        VkDescriptorPool pool = VK_NULL_HANDLE;
    };
    Registry<VkDescriptorSet, PooledSet> sets;
    /// Held while descriptors of sets are read or written: a program may change some of a set while a
    /// submission uses others.
    std::mutex descriptor_mutex;
    Registry<VkDescriptorUpdateTemplate, TemplateObject> templates;
    Registry<VkPipeline, PipelineObject> pipelines;
    Registry<VkCommandPool, CommandPoolObject> command_pools;
    Registry<VkCommandBuffer, CommandBufferObject> command_buffers;

    std::mutex semaphore_mutex;
    std::set<VkSemaphore> timeline_semaphores;

    /// Held from before a submission with recorded dispatches until its records are taken.
    std::mutex submission_mutex;
    std::vector<PendingSubmission> pending;
    bool order_is_unknown = false;         ///< of the pending submissions: they are of several queues
    std::uint32_t dispatches = 0;          ///< recorded so far; a render pass counts as one
    std::uint32_t compared_dispatches = 0; ///< of these, those whose number was held against the device's
    std::map<std::vector<std::uint64_t>, std::uint32_t> tables; ///< number of each table of descriptors
};

/// The recording of the process.
[[nodiscard]] std::shared_ptr<Capture> layer_capture();

/// The device that a dispatchable object belongs to. Throws nothing; the object must be of a device that was
/// created through this layer.
[[nodiscard]] DeviceObject& device_of(void* dispatchable);

} // namespace hitmap::capture
