#include "capture/layer/device/create_device.h"

#include <cstring>
#include <stdexcept>
#include <utility>

#include "capture/layer/commands/submission.h"
#include "capture/layer/device/device_features.h"
#include "capture/layer/device/other_layers.h"

namespace hitmap::capture {

namespace {

/// Says which shaders of a device are not seen by this layer.
void note_unseen(const DeviceObject& device, const VkDeviceCreateInfo& info) {
    for (std::uint32_t i = 0; i < info.enabledExtensionCount; ++i)
        if (std::strcmp(info.ppEnabledExtensionNames[i], "VK_EXT_shader_object") == 0)
            device.capture->note("shader objects are not recorded: only shaders of pipelines are");
}

/// On a device whose shaders cannot wait, dispatches run in parts.
void begin_parts(DeviceObject& device) {
    try {
        device.parts = std::make_unique<DispatchParts>(device);
        device.server = std::make_unique<LogServer>(device);
    } catch (const std::runtime_error& error) {
        device.parts.reset();
        device.capture->note("--lossless is refused: shaders of " + device.facts.name +
                             " cannot wait for room in the log, and " + error.what() +
                             "; what does not fit is counted");
    }
}

/// Makes the log of a device that has what recording needs. Otherwise says why there is none.
void begin_recording(DeviceObject& device) {
    Capture& capture = *device.capture;
    device.number = capture.next_device();
    capture.write(
        SpoolDevice{device.number, device.facts.name, device.facts.subgroup_size, device.facts.sms});
    if (std::vector<std::string> layers = other_layers(); !layers.empty())
        capture.write(SpoolLayers{std::move(layers)});
    try {
        device.log = std::make_unique<DeviceLog>(device);
        if (device.waits()) device.server = std::make_unique<LogServer>(device);
        device.records = true;
        if ((device.facts.stages & (stage_vertex | stage_fragment)) != 0)
            device.draws = std::make_unique<DrawNumbers>(device);
        if (capture.settings().lossless && !device.waits() &&
            capture.settings().instrumentation == Instrumentation::full)
            begin_parts(device);
    } catch (const std::runtime_error& error) {
        capture.note(device.facts.name + " is not recorded: " + error.what());
        if (!device.records) device.log.reset();
    }
}

} // namespace

VkResult create_recorded_device(const std::shared_ptr<InstanceObject>& instance, VkPhysicalDevice physical,
                                const VkDeviceCreateInfo& info, const VkAllocationCallbacks* allocator,
                                const DeviceLink& link, VkDevice handle,
                                std::shared_ptr<DeviceObject>& device) {
    const auto create =
        reinterpret_cast<PFN_vkCreateDevice>(link.get_instance_function(instance->handle, "vkCreateDevice"));
    if (create == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
    device = std::make_shared<DeviceObject>();
    device->handle = handle;
    device->physical = physical;
    device->instance = instance;
    device->set_loader_data = link.set_loader_data;
    device->capture = layer_capture();

    bool wanted = device->capture->settings().instrumentation != Instrumentation::none;
    VkResult result = VK_ERROR_FEATURE_NOT_PRESENT;
    if (wanted) {
        RecordedFeatures features(*instance, physical, info, device->capture->settings());
        if (features.missing().empty()) {
            const AppliedEdits applied(features.edits());
            if (applied.done()) result = create(physical, &features.info(), allocator, &device->handle);
            device->facts = features.facts();
            if (!applied.done())
                device->capture->note(
                    device->facts.name +
                    " is not recorded: the structures that enable its features are read-only, "
                    "and behind one that this layer does not know");
            else if (result != VK_SUCCESS)
                device->capture->note(
                    device->facts.name +
                    " is not recorded: the driver refuses the features that recording needs");
        } else {
            device->capture->note(features.facts().name + " is not recorded: " + features.missing());
        }
    }
    if (result != VK_SUCCESS) {
        wanted = false;
        device->handle = handle;
        result = create(physical, &info, allocator, &device->handle);
        if (result != VK_SUCCESS) return result;
    }
    device->next = load_functions(device->handle, link.get_device_function);
    if (wanted) {
        note_unseen(*device, info);
        begin_recording(*device);
    }
    if (!device->records) device->capture->launches().add_unseen_device();
    return result;
}

void end_recorded_device(DeviceObject& device) {
    if (!device.records) return;
    // The program has nothing left to do that they could wait for.
    for (PendingSubmission& submission : device.pending)
        submission.waits_for_program = false;
    take_pending(device, true);
    device.command_buffers.for_each(
        [](VkCommandBuffer, CommandBufferObject& commands) { reset_commands(commands); });
    device.pending.clear(); // what has not ended is lost, but not what it uses
    device.draws.reset();
    device.server.reset();
    device.parts.reset();
    device.log.reset();
}

} // namespace hitmap::capture
