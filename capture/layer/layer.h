#pragma once

#include <memory>

#include "capture/layer/capture.h"
#include "capture/layer/device/device.h"
#include "capture/layer/vulkan/registry.h"

namespace hitmap::capture {

/// What the functions of Vulkan, which have no other argument of ours, need to find their objects.
struct Layer {
    std::shared_ptr<Capture> capture;
    /// By dispatch key: the first word of a dispatchable object, which the loader gives all objects of an
    /// instance or a device.
    Registry<const void*, InstanceObject> instances;
    Registry<const void*, DeviceObject> devices;

    Layer();
};

/// The one layer of the process. It is made at the first use and never destroyed, since threads of the
/// program and drivers may call Vulkan until the process has ended.
[[nodiscard]] Layer& layer();

[[nodiscard]] inline const void* dispatch_key(const void* dispatchable) {
    return *static_cast<const void* const*>(dispatchable);
}

} // namespace hitmap::capture
