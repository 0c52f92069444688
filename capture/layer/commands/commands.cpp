#include <algorithm>
#include <array>
#include <vector>

#include "capture/layer/commands/dispatch.h"
#include "capture/layer/commands/draw.h"
#include "capture/layer/device/device.h"
#include "capture/layer/interceptions.h"
#include "capture/layer/resources/descriptor_writes.h"
#include "capture/layer/vulkan/chain.h"

/// Command buffers: what they bind, and their dispatches.
namespace hitmap::capture {

namespace {

VKAPI_ATTR VkResult VKAPI_CALL create_command_pool(VkDevice handle, const VkCommandPoolCreateInfo* info,
                                                   const VkAllocationCallbacks* allocator,
                                                   VkCommandPool* pool) {
    DeviceObject& device = device_of(handle);
    const VkResult result = device.next.CreateCommandPool(handle, info, allocator, pool);
    if (result != VK_SUCCESS) return result;
    auto object = std::make_shared<CommandPoolObject>();
    const auto& families = device.facts.queue_families;
    object->dispatches = info->queueFamilyIndex < families.size() &&
                         (families[info->queueFamilyIndex].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0;
    if (!object->dispatches && device.records_draws())
        device.capture->note("draws of a queue without VK_QUEUE_COMPUTE_BIT are not recorded");
    device.command_pools.put(*pool, std::move(object));
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL allocate_commands(VkDevice handle, const VkCommandBufferAllocateInfo* info,
                                                 VkCommandBuffer* buffers) {
    DeviceObject& device = device_of(handle);
    const VkResult result = device.next.AllocateCommandBuffers(handle, info, buffers);
    if (result != VK_SUCCESS) return result;
    for (std::uint32_t i = 0; i < info->commandBufferCount; ++i) {
        auto object = std::make_shared<CommandBufferObject>();
        object->pool = info->commandPool;
        object->secondary = info->level == VK_COMMAND_BUFFER_LEVEL_SECONDARY;
        device.command_buffers.put(buffers[i], std::move(object));
    }
    return result;
}

VKAPI_ATTR void VKAPI_CALL free_commands(VkDevice handle, VkCommandPool pool, std::uint32_t count,
                                         const VkCommandBuffer* buffers) {
    DeviceObject& device = device_of(handle);
    for (std::uint32_t i = 0; i < count; ++i)
        if (const auto object = device.command_buffers.take(buffers[i])) reset_commands(*object);
    device.next.FreeCommandBuffers(handle, pool, count, buffers);
}

VKAPI_ATTR VkResult VKAPI_CALL reset_command_pool(VkDevice handle, VkCommandPool pool,
                                                  VkCommandPoolResetFlags flags) {
    DeviceObject& device = device_of(handle);
    device.command_buffers.for_each([&](VkCommandBuffer, CommandBufferObject& object) {
        if (object.pool == pool) reset_commands(object);
    });
    return device.next.ResetCommandPool(handle, pool, flags);
}

VKAPI_ATTR void VKAPI_CALL destroy_command_pool(VkDevice handle, VkCommandPool pool,
                                                const VkAllocationCallbacks* allocator) {
    DeviceObject& device = device_of(handle);
    device.command_buffers.remove([&](VkCommandBuffer, CommandBufferObject& object) {
        if (object.pool != pool) return false;
        reset_commands(object);
        return true;
    });
    device.command_pools.take(pool);
    device.next.DestroyCommandPool(handle, pool, allocator);
}

/// Whether conditional rendering may be active around a secondary command buffer.
bool inherits_condition(const VkCommandBufferInheritanceInfo* inherited) {
    if (inherited == nullptr) return false;
    const auto* const condition = find_in_chain<VkCommandBufferInheritanceConditionalRenderingInfoEXT>(
        inherited->pNext, VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_CONDITIONAL_RENDERING_INFO_EXT);
    return condition != nullptr && condition->conditionalRenderingEnable != VK_FALSE;
}

VKAPI_ATTR VkResult VKAPI_CALL begin_commands(VkCommandBuffer handle, const VkCommandBufferBeginInfo* info) {
    DeviceObject& device = device_of(handle);
    if (const auto object = device.command_buffers.find(handle)) {
        reset_commands(*object);
        // The command buffer that executes it begins the render pass.
        object->in_counted_pass = object->secondary && device.records_draws() &&
                                  (info->flags & VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT) != 0;
        object->inherits_condition = object->secondary && inherits_condition(info->pInheritanceInfo);
    }
    return device.next.BeginCommandBuffer(handle, info);
}

VKAPI_ATTR VkResult VKAPI_CALL reset_command_buffer(VkCommandBuffer handle, VkCommandBufferResetFlags flags) {
    DeviceObject& device = device_of(handle);
    if (const auto object = device.command_buffers.find(handle)) reset_commands(*object);
    return device.next.ResetCommandBuffer(handle, flags);
}

VKAPI_ATTR VkResult VKAPI_CALL end_command_buffer(VkCommandBuffer handle) {
    DeviceObject& device = device_of(handle);
    const auto object = device.command_buffers.find(handle);
    if (object && !object->commands.empty() && !object->secondary) device.log->end_commands(handle);
    return device.next.EndCommandBuffer(handle);
}

VKAPI_ATTR void VKAPI_CALL bind_pipeline(VkCommandBuffer handle, VkPipelineBindPoint point,
                                         VkPipeline pipeline) {
    DeviceObject& device = device_of(handle);
    if (point == VK_PIPELINE_BIND_POINT_GRAPHICS) return bind_graphics(device, handle, pipeline);
    device.next.CmdBindPipeline(handle, point, pipeline);
    const auto object = device.command_buffers.find(handle);
    if (object && point == VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR)
        object->rays.pipeline = device.pipelines.find(pipeline);
    if (object && point == VK_PIPELINE_BIND_POINT_COMPUTE) {
        object->compute = device.pipelines.find(pipeline);
        object->compute_handle = pipeline;
    }
}

/// Whether what is bound for a kind of pipelines is remembered.
bool is_tracked(VkPipelineBindPoint point) {
    return point == VK_PIPELINE_BIND_POINT_COMPUTE || point == VK_PIPELINE_BIND_POINT_GRAPHICS ||
           point == VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR;
}

/// The number of dynamic offsets of a set.
std::uint32_t dynamic_count(const SetLayoutObject& layout) {
    std::uint32_t count = 0;
    for (const auto& [number, binding] : layout.bindings)
        if (is_dynamic(binding.type)) count += binding.count;
    return count;
}

VKAPI_ATTR void VKAPI_CALL bind_sets(VkCommandBuffer handle, VkPipelineBindPoint point,
                                     VkPipelineLayout layout, std::uint32_t first, std::uint32_t count,
                                     const VkDescriptorSet* sets, std::uint32_t offset_count,
                                     const std::uint32_t* offsets) {
    DeviceObject& device = device_of(handle);
    device.next.CmdBindDescriptorSets(handle, point, layout, first, count, sets, offset_count, offsets);
    const auto object = device.command_buffers.find(handle);
    if (!is_tracked(point) || !object) return;
    for (std::uint32_t i = 0; i < count; ++i) {
        BoundSet bound;
        bound.set = device.sets.find(sets[i]);
        bound.handle = sets[i];
        bound.layout = layout;
        if (bound.set) {
            const std::uint32_t own = std::min(dynamic_count(*bound.set->layout), offset_count);
            bound.dynamic_offsets.assign(offsets, offsets + own);
            offsets += own;
            offset_count -= own;
        }
        object->sets(point)[first + i] = std::move(bound);
    }
}

/// A copy of what was pushed before, to be changed: earlier dispatches and draws keep what they had.
std::shared_ptr<SetObject> pushed_set(CommandBufferObject& commands, VkPipelineBindPoint point,
                                      const PipelineLayoutObject& layout, std::uint32_t number) {
    if (number >= layout.sets.size() || !layout.sets[number]) return nullptr;
    auto set = std::make_shared<SetObject>();
    auto& sets = commands.sets(point);
    const auto before = sets.find(number);
    if (before != sets.end() && before->second.set && before->second.set->layout == layout.sets[number])
        *set = *before->second.set;
    set->layout = layout.sets[number];
    set->descriptors.resize(set->layout->descriptors);
    sets[number] = {set, {}, VK_NULL_HANDLE, VK_NULL_HANDLE};
    return set;
}

VKAPI_ATTR void VKAPI_CALL push_set(VkCommandBuffer handle, VkPipelineBindPoint point,
                                    VkPipelineLayout layout, std::uint32_t number, std::uint32_t count,
                                    const VkWriteDescriptorSet* writes) {
    DeviceObject& device = device_of(handle);
    device.next.CmdPushDescriptorSetKHR(handle, point, layout, number, count, writes);
    const auto object = device.command_buffers.find(handle);
    const auto known = device.pipeline_layouts.find(layout);
    if (!is_tracked(point) || !object || !known) return;
    const auto set = pushed_set(*object, point, *known, number);
    for (std::uint32_t i = 0; set && i < count; ++i)
        write_descriptors(device, *set, writes[i]);
}

VKAPI_ATTR void VKAPI_CALL push_with_template(VkCommandBuffer handle, VkDescriptorUpdateTemplate by,
                                              VkPipelineLayout layout, std::uint32_t number,
                                              const void* data) {
    DeviceObject& device = device_of(handle);
    device.next.CmdPushDescriptorSetWithTemplateKHR(handle, by, layout, number, data);
    const auto object = device.command_buffers.find(handle);
    const auto known = device.pipeline_layouts.find(layout);
    const auto entries = device.templates.find(by);
    if (!object || !known || !entries || !is_tracked(entries->push_point)) return;
    if (const auto set = pushed_set(*object, entries->push_point, *known, number))
        write_descriptors(device, *set, *entries, data);
}

VKAPI_ATTR void VKAPI_CALL push_constants(VkCommandBuffer handle, VkPipelineLayout layout,
                                          VkShaderStageFlags stages, std::uint32_t offset,
                                          std::uint32_t bytes, const void* values) {
    DeviceObject& device = device_of(handle);
    device.next.CmdPushConstants(handle, layout, stages, offset, bytes, values);
    const auto object = device.command_buffers.find(handle);
    if ((stages & VK_SHADER_STAGE_COMPUTE_BIT) == 0 || !object) return;
    std::erase_if(object->pushed, [&](const PushedConstants& old) {
        return old.stages == stages && old.offset >= offset &&
               old.offset + old.values.size() <= offset + bytes;
    });
    const auto* const first = static_cast<const std::byte*>(values);
    object->pushed.push_back({layout, stages, offset, {first, first + bytes}});
}

VKAPI_ATTR void VKAPI_CALL dispatch(VkCommandBuffer handle, std::uint32_t x, std::uint32_t y,
                                    std::uint32_t z) {
    DeviceObject& device = device_of(handle);
    const RecordedDispatch recorded(device, handle, {x, y, z});
    if (!recorded.is_split()) device.next.CmdDispatch(handle, x, y, z);
}

VKAPI_ATTR void VKAPI_CALL dispatch_base(VkCommandBuffer handle, std::uint32_t base_x, std::uint32_t base_y,
                                         std::uint32_t base_z, std::uint32_t x, std::uint32_t y,
                                         std::uint32_t z) {
    DeviceObject& device = device_of(handle);
    // Work groups keep their numbers, which begin at the base.
    const RecordedDispatch recorded(device, handle, {base_x + x, base_y + y, base_z + z},
                                    {base_x, base_y, base_z});
    if (recorded.is_split()) return;
    const auto next =
        device.next.CmdDispatchBase != nullptr ? device.next.CmdDispatchBase : device.next.CmdDispatchBaseKHR;
    next(handle, base_x, base_y, base_z, x, y, z);
}

VKAPI_ATTR void VKAPI_CALL dispatch_indirect(VkCommandBuffer handle, VkBuffer buffer, VkDeviceSize offset) {
    DeviceObject& device = device_of(handle);
    const RecordedDispatch recorded(device, handle, buffer, offset);
    if (!recorded.is_split()) device.next.CmdDispatchIndirect(handle, buffer, offset);
}

VKAPI_ATTR void VKAPI_CALL execute(VkCommandBuffer handle, std::uint32_t count,
                                   const VkCommandBuffer* buffers) {
    DeviceObject& device = device_of(handle);
    const auto object = device.command_buffers.find(handle);
    for (std::uint32_t i = 0; object && i < count; ++i)
        if (const auto secondary = device.command_buffers.find(buffers[i]))
            for (const Command& command : secondary->commands)
                if (const auto* const dispatched = std::get_if<DispatchCommand>(&command);
                    dispatched != nullptr && !dispatched->draw)
                    copy_contents(device, handle, *object, *dispatched);
    device.next.CmdExecuteCommands(handle, count, buffers);
    if (!object) return;
    for (std::uint32_t i = 0; i < count; ++i)
        if (auto secondary = device.command_buffers.find(buffers[i]);
            secondary && !secondary->commands.empty())
            object->commands.emplace_back(std::move(secondary));
    // What a command buffer binds is undefined after others were executed in it.
    object->compute.reset();
    object->compute_handle = VK_NULL_HANDLE;
    object->compute_sets.clear();
    object->graphics.reset();
    object->graphics_is_instrumented = false;
    object->graphics_sets.clear();
    object->rays = {};
    object->pushed.clear();
}

VKAPI_ATTR void VKAPI_CALL begin_condition(VkCommandBuffer handle,
                                           const VkConditionalRenderingBeginInfoEXT* info) {
    DeviceObject& device = device_of(handle);
    device.next.CmdBeginConditionalRenderingEXT(handle, info);
    if (const auto object = device.command_buffers.find(handle)) {
        object->condition = *info;
        object->condition->pNext = nullptr;
    }
}

VKAPI_ATTR void VKAPI_CALL end_condition(VkCommandBuffer handle) {
    DeviceObject& device = device_of(handle);
    device.next.CmdEndConditionalRenderingEXT(handle);
    if (const auto object = device.command_buffers.find(handle)) object->condition.reset();
}

} // namespace

std::span<const Interception> command_interceptions() {
    static const std::array list{
        intercept("vkCreateCommandPool", create_command_pool),
        intercept("vkAllocateCommandBuffers", allocate_commands),
        intercept("vkFreeCommandBuffers", free_commands),
        intercept("vkResetCommandPool", reset_command_pool),
        intercept("vkDestroyCommandPool", destroy_command_pool),
        intercept("vkBeginCommandBuffer", begin_commands),
        intercept("vkResetCommandBuffer", reset_command_buffer),
        intercept("vkEndCommandBuffer", end_command_buffer),
        intercept("vkCmdBindPipeline", bind_pipeline),
        intercept("vkCmdBindDescriptorSets", bind_sets),
        intercept("vkCmdPushDescriptorSetKHR", push_set),
        intercept("vkCmdPushDescriptorSetWithTemplateKHR", push_with_template),
        intercept("vkCmdPushConstants", push_constants),
        intercept("vkCmdDispatch", dispatch),
        intercept("vkCmdDispatchBase", dispatch_base),
        intercept("vkCmdDispatchBaseKHR", dispatch_base),
        intercept("vkCmdDispatchIndirect", dispatch_indirect),
        intercept("vkCmdExecuteCommands", execute),
        intercept("vkCmdBeginConditionalRenderingEXT", begin_condition),
        intercept("vkCmdEndConditionalRenderingEXT", end_condition),
    };
    return list;
}

} // namespace hitmap::capture
