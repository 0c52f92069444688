#include <array>
#include <mutex>

#include "capture/layer/device/device.h"
#include "capture/layer/interceptions.h"
#include "capture/layer/resources/descriptor_writes.h"
#include "capture/layer/vulkan/chain.h"

/// Descriptor sets, their layouts, pools and update templates.
namespace hitmap::capture {

namespace {

VKAPI_ATTR VkResult VKAPI_CALL create_set_layout(VkDevice handle, const VkDescriptorSetLayoutCreateInfo* info,
                                                 const VkAllocationCallbacks* allocator,
                                                 VkDescriptorSetLayout* layout) {
    DeviceObject& device = device_of(handle);
    const VkResult result = device.next.CreateDescriptorSetLayout(handle, info, allocator, layout);
    if (result != VK_SUCCESS) return result;
    auto object = std::make_shared<SetLayoutObject>();
    for (std::uint32_t i = 0; i < info->bindingCount; ++i) {
        const VkDescriptorSetLayoutBinding& binding = info->pBindings[i];
        object->bindings[binding.binding] = {binding.descriptorType, binding.descriptorCount, 0};
    }
    for (auto& [number, binding] : object->bindings) {
        // Of an inline uniform block, the count is a number of bytes, and there is one descriptor.
        if (binding.type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK) binding.count = 1;
        binding.first = object->descriptors;
        object->descriptors += binding.count;
    }
    device.set_layouts.put(*layout, std::move(object));
    return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_set_layout(VkDevice handle, VkDescriptorSetLayout layout,
                                              const VkAllocationCallbacks* allocator) {
    DeviceObject& device = device_of(handle);
    device.set_layouts.take(layout);
    device.next.DestroyDescriptorSetLayout(handle, layout, allocator);
}

VKAPI_ATTR VkResult VKAPI_CALL create_pipeline_layout(VkDevice handle, const VkPipelineLayoutCreateInfo* info,
                                                      const VkAllocationCallbacks* allocator,
                                                      VkPipelineLayout* layout) {
    DeviceObject& device = device_of(handle);
    const VkResult result = device.next.CreatePipelineLayout(handle, info, allocator, layout);
    if (result != VK_SUCCESS) return result;
    auto object = std::make_shared<PipelineLayoutObject>();
    for (std::uint32_t i = 0; i < info->setLayoutCount; ++i)
        object->sets.push_back(device.set_layouts.find(info->pSetLayouts[i]));
    device.pipeline_layouts.put(*layout, std::move(object));
    return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_pipeline_layout(VkDevice handle, VkPipelineLayout layout,
                                                   const VkAllocationCallbacks* allocator) {
    DeviceObject& device = device_of(handle);
    device.pipeline_layouts.take(layout);
    device.next.DestroyPipelineLayout(handle, layout, allocator);
}

VKAPI_ATTR VkResult VKAPI_CALL allocate_sets(VkDevice handle, const VkDescriptorSetAllocateInfo* info,
                                             VkDescriptorSet* sets) {
    DeviceObject& device = device_of(handle);
    const VkResult result = device.next.AllocateDescriptorSets(handle, info, sets);
    if (result != VK_SUCCESS) return result;
    for (std::uint32_t i = 0; i < info->descriptorSetCount; ++i) {
        auto object = std::make_shared<DeviceObject::PooledSet>();
        object->pool = info->descriptorPool;
        object->layout = device.set_layouts.find(info->pSetLayouts[i]);
        if (!object->layout) continue;
        object->descriptors.resize(object->layout->descriptors);
        device.sets.put(sets[i], std::move(object));
    }
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL free_sets(VkDevice handle, VkDescriptorPool pool, std::uint32_t count,
                                         const VkDescriptorSet* sets) {
    DeviceObject& device = device_of(handle);
    for (std::uint32_t i = 0; i < count; ++i)
        device.sets.take(sets[i]);
    return device.next.FreeDescriptorSets(handle, pool, count, sets);
}

void forget_sets(DeviceObject& device, VkDescriptorPool pool) {
    device.sets.remove([=](VkDescriptorSet, const DeviceObject::PooledSet& set) { return set.pool == pool; });
}

VKAPI_ATTR VkResult VKAPI_CALL reset_descriptor_pool(VkDevice handle, VkDescriptorPool pool,
                                                     VkDescriptorPoolResetFlags flags) {
    DeviceObject& device = device_of(handle);
    forget_sets(device, pool);
    return device.next.ResetDescriptorPool(handle, pool, flags);
}

VKAPI_ATTR void VKAPI_CALL destroy_descriptor_pool(VkDevice handle, VkDescriptorPool pool,
                                                   const VkAllocationCallbacks* allocator) {
    DeviceObject& device = device_of(handle);
    forget_sets(device, pool);
    device.next.DestroyDescriptorPool(handle, pool, allocator);
}

VKAPI_ATTR void VKAPI_CALL update_sets(VkDevice handle, std::uint32_t write_count,
                                       const VkWriteDescriptorSet* writes, std::uint32_t copy_count,
                                       const VkCopyDescriptorSet* copies) {
    DeviceObject& device = device_of(handle);
    {
        const std::scoped_lock lock(device.descriptor_mutex);
        for (std::uint32_t i = 0; i < write_count; ++i)
            if (const auto set = device.sets.find(writes[i].dstSet))
                write_descriptors(device, *set, writes[i]);
        for (std::uint32_t i = 0; i < copy_count; ++i) {
            const auto from = device.sets.find(copies[i].srcSet);
            const auto to = device.sets.find(copies[i].dstSet);
            if (from && to) copy_descriptors(*from, *to, copies[i]);
        }
    }
    device.next.UpdateDescriptorSets(handle, write_count, writes, copy_count, copies);
}

VKAPI_ATTR VkResult VKAPI_CALL create_template(VkDevice handle,
                                               const VkDescriptorUpdateTemplateCreateInfo* info,
                                               const VkAllocationCallbacks* allocator,
                                               VkDescriptorUpdateTemplate* result_handle) {
    DeviceObject& device = device_of(handle);
    const auto next = device.next.CreateDescriptorUpdateTemplate != nullptr
                          ? device.next.CreateDescriptorUpdateTemplate
                          : device.next.CreateDescriptorUpdateTemplateKHR;
    const VkResult result = next(handle, info, allocator, result_handle);
    if (result != VK_SUCCESS) return result;
    auto object = std::make_shared<TemplateObject>();
    object->entries.assign(info->pDescriptorUpdateEntries,
                           info->pDescriptorUpdateEntries + info->descriptorUpdateEntryCount);
    if (info->templateType == VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_PUSH_DESCRIPTORS_KHR) {
        object->set = info->set;
        object->push_point = info->pipelineBindPoint;
        object->push_layout = device.pipeline_layouts.find(info->pipelineLayout);
    }
    device.templates.put(*result_handle, std::move(object));
    return result;
}

VKAPI_ATTR void VKAPI_CALL destroy_template(VkDevice handle, VkDescriptorUpdateTemplate removed,
                                            const VkAllocationCallbacks* allocator) {
    DeviceObject& device = device_of(handle);
    device.templates.take(removed);
    const auto next = device.next.DestroyDescriptorUpdateTemplate != nullptr
                          ? device.next.DestroyDescriptorUpdateTemplate
                          : device.next.DestroyDescriptorUpdateTemplateKHR;
    next(handle, removed, allocator);
}

VKAPI_ATTR void VKAPI_CALL update_with_template(VkDevice handle, VkDescriptorSet set,
                                                VkDescriptorUpdateTemplate by, const void* data) {
    DeviceObject& device = device_of(handle);
    const auto object = device.sets.find(set);
    const auto entries = device.templates.find(by);
    if (object && entries) {
        const std::scoped_lock lock(device.descriptor_mutex);
        write_descriptors(device, *object, *entries, data);
    }
    const auto next = device.next.UpdateDescriptorSetWithTemplate != nullptr
                          ? device.next.UpdateDescriptorSetWithTemplate
                          : device.next.UpdateDescriptorSetWithTemplateKHR;
    next(handle, set, by, data);
}

} // namespace

std::span<const Interception> descriptor_interceptions() {
    static const std::array list{
        intercept("vkCreateDescriptorSetLayout", create_set_layout),
        intercept("vkDestroyDescriptorSetLayout", destroy_set_layout),
        intercept("vkCreatePipelineLayout", create_pipeline_layout),
        intercept("vkDestroyPipelineLayout", destroy_pipeline_layout),
        intercept("vkAllocateDescriptorSets", allocate_sets),
        intercept("vkFreeDescriptorSets", free_sets),
        intercept("vkResetDescriptorPool", reset_descriptor_pool),
        intercept("vkDestroyDescriptorPool", destroy_descriptor_pool),
        intercept("vkUpdateDescriptorSets", update_sets),
        intercept("vkCreateDescriptorUpdateTemplate", create_template),
        intercept("vkCreateDescriptorUpdateTemplateKHR", create_template),
        intercept("vkDestroyDescriptorUpdateTemplate", destroy_template),
        intercept("vkDestroyDescriptorUpdateTemplateKHR", destroy_template),
        intercept("vkUpdateDescriptorSetWithTemplate", update_with_template),
        intercept("vkUpdateDescriptorSetWithTemplateKHR", update_with_template),
    };
    return list;
}

} // namespace hitmap::capture
