#pragma once

#include "capture/layer/commands/command_buffer.h"
#include "capture/layer/device/device.h"

namespace hitmap::capture {

/// The address of an acceleration structure on the device; 0 for none.
[[nodiscard]] std::uint64_t address_of(const DeviceObject& device, VkAccelerationStructureKHR structure);

/// Describes a build on the device and adds commands that copy what it reads, since programs reuse and free
/// that. What cannot be copied is said by a note.
/// @param ranges  [info.geometryCount]
[[nodiscard]] BuildCommand copy_inputs(DeviceObject& device, VkCommandBuffer handle,
                                       const VkAccelerationStructureBuildGeometryInfoKHR& info,
                                       const VkAccelerationStructureBuildRangeInfoKHR* ranges);
/// Adds commands that copy the structure that a build has made, if the layout of the driver's structures is
/// known. They are to be behind the command of the build.
void copy_tree(DeviceObject& device, VkCommandBuffer handle,
               const VkAccelerationStructureBuildGeometryInfoKHR& info, BuildCommand& command);
/// Describes a build on the host with what it reads. @param ranges  [info.geometryCount]
[[nodiscard]] SpoolBuild read_inputs(DeviceObject& device,
                                     const VkAccelerationStructureBuildGeometryInfoKHR& info,
                                     const VkAccelerationStructureBuildRangeInfoKHR* ranges);

} // namespace hitmap::capture
