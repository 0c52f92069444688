#pragma once

#include <span>
#include <vulkan/vulkan_core.h>

#include "capture/layer/device/device.h"

namespace hitmap::capture {

// Each function changes what the layer knows of a set as the function of Vulkan changes the set. Descriptors
// that are neither of buffers nor of acceleration structures are ignored.

/// As vkUpdateDescriptorSets with one write, whatever its dstSet is.
void write_descriptors(const DeviceObject& device, SetObject& set, const VkWriteDescriptorSet& write);
/// As vkUpdateDescriptorSetWithTemplate.
void write_descriptors(const DeviceObject& device, SetObject& set, const TemplateObject& by,
                       const void* data);
void copy_descriptors(const SetObject& from, SetObject& to, const VkCopyDescriptorSet& copy);

/// The place of a descriptor in a set: array elements beyond a binding's count are those of the next binding.
/// Null if there is none.
[[nodiscard]] Descriptor* descriptor_at(SetObject& set, std::uint32_t binding, std::uint64_t element);
[[nodiscard]] const Descriptor* descriptor_at(const SetObject& set, std::uint32_t binding,
                                              std::uint64_t element);

[[nodiscard]] bool is_dynamic(VkDescriptorType type);

} // namespace hitmap::capture
