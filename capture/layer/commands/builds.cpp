#include <array>
#include <utility>
#include <vector>

#include "capture/layer/commands/build_inputs.h"
#include "capture/layer/device/device.h"
#include "capture/layer/interceptions.h"

/// Builds and copies of acceleration structures, whose geometry is recorded with the rays.
namespace hitmap::capture {

namespace {

using BuildInfo = VkAccelerationStructureBuildGeometryInfoKHR;
using Range = VkAccelerationStructureBuildRangeInfoKHR;

VKAPI_ATTR void VKAPI_CALL build(VkCommandBuffer handle, std::uint32_t count, const BuildInfo* infos,
                                 const Range* const* ranges) {
    DeviceObject& device = device_of(handle);
    const auto commands = device.command_buffers.find(handle);
    const bool records = commands && device.capture->settings().rays;
    std::vector<BuildCommand> builds;
    for (std::uint32_t i = 0; records && i < count; ++i)
        builds.push_back(copy_inputs(device, handle, infos[i], ranges[i]));
    device.next.CmdBuildAccelerationStructuresKHR(handle, count, infos, ranges);
    for (std::uint32_t i = 0; records && i < count; ++i) {
        copy_tree(device, handle, infos[i], builds[i]);
        commands->commands.emplace_back(std::move(builds[i]));
    }
}

VKAPI_ATTR void VKAPI_CALL build_indirect(VkCommandBuffer handle, std::uint32_t count, const BuildInfo* infos,
                                          const VkDeviceAddress* addresses, const std::uint32_t* strides,
                                          const std::uint32_t* const* most) {
    DeviceObject& device = device_of(handle);
    if (device.capture->settings().rays)
        device.capture->note("the geometry of acceleration structures whose sizes only the device knows is "
                             "not recorded");
    device.next.CmdBuildAccelerationStructuresIndirectKHR(handle, count, infos, addresses, strides, most);
}

VKAPI_ATTR VkResult VKAPI_CALL build_on_host(VkDevice handle, VkDeferredOperationKHR deferred,
                                             std::uint32_t count, const BuildInfo* infos,
                                             const Range* const* ranges) {
    DeviceObject& device = device_of(handle);
    if (device.capture->settings().rays) {
        const std::scoped_lock lock(device.submission_mutex);
        for (std::uint32_t i = 0; i < count; ++i) {
            SpoolBuild event = read_inputs(device, infos[i], ranges[i]);
            event.device = device.number;
            event.dispatch = device.dispatches;
            device.capture->write(std::move(event));
        }
    }
    return device.next.BuildAccelerationStructuresKHR(handle, deferred, count, infos, ranges);
}

SpoolStructureCopy described(const DeviceObject& device, const VkCopyAccelerationStructureInfoKHR& info) {
    SpoolStructureCopy copy;
    copy.from = address_of(device, info.src);
    copy.to = address_of(device, info.dst);
    return copy;
}

VKAPI_ATTR void VKAPI_CALL copy(VkCommandBuffer handle, const VkCopyAccelerationStructureInfoKHR* info) {
    DeviceObject& device = device_of(handle);
    const auto commands = device.command_buffers.find(handle);
    if (commands && device.capture->settings().rays)
        commands->commands.emplace_back(StructureCopyCommand{described(device, *info)});
    device.next.CmdCopyAccelerationStructureKHR(handle, info);
}

VKAPI_ATTR VkResult VKAPI_CALL copy_on_host(VkDevice handle, VkDeferredOperationKHR deferred,
                                            const VkCopyAccelerationStructureInfoKHR* info) {
    DeviceObject& device = device_of(handle);
    if (device.capture->settings().rays) {
        const std::scoped_lock lock(device.submission_mutex);
        SpoolStructureCopy event = described(device, *info);
        event.device = device.number;
        event.dispatch = device.dispatches;
        device.capture->write(event);
    }
    return device.next.CopyAccelerationStructureKHR(handle, deferred, info);
}

VKAPI_ATTR void VKAPI_CALL copy_from_memory(VkCommandBuffer handle,
                                            const VkCopyMemoryToAccelerationStructureInfoKHR* info) {
    DeviceObject& device = device_of(handle);
    if (device.capture->settings().rays)
        device.capture->note("the geometry of acceleration structures that are copied from memory is not "
                             "recorded");
    device.next.CmdCopyMemoryToAccelerationStructureKHR(handle, info);
}

} // namespace

std::span<const Interception> build_interceptions() {
    static const std::array list{
        intercept("vkCmdBuildAccelerationStructuresKHR", build),
        intercept("vkCmdBuildAccelerationStructuresIndirectKHR", build_indirect),
        intercept("vkBuildAccelerationStructuresKHR", build_on_host),
        intercept("vkCmdCopyAccelerationStructureKHR", copy),
        intercept("vkCopyAccelerationStructureKHR", copy_on_host),
        intercept("vkCmdCopyMemoryToAccelerationStructureKHR", copy_from_memory),
    };
    return list;
}

} // namespace hitmap::capture
