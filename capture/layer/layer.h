#pragma once

#include <memory>
#include <vector>

#include "capture/layer/capture.h"
#include "capture/layer/device/device.h"
#include "capture/layer/vulkan/registry.h"

namespace hitmap::capture {

/// What the functions of Vulkan, which have no other argument of ours, need to find their objects.
struct Layer {
    std::shared_ptr<Capture> capture;
    std::vector<std::shared_ptr<Capture>> inherited; ///< of the processes that this one was forked from
    /// By dispatch key: the first word of a dispatchable object, which the loader gives all objects of an
    /// instance or a device.
    Registry<const void*, InstanceObject> instances;
    Registry<const void*, DeviceObject> devices;

    Layer();
    /// In a process that was forked: gives it a recording of its own, which begins empty. Objects that it has
    /// inherited keep that of their process.
    void begin_in_child();
};

/// The one layer of the process. It is made at the first use and never destroyed, since threads of the
/// program and drivers may call Vulkan until the process has ended.
[[nodiscard]] Layer& layer();

[[nodiscard]] inline const void* dispatch_key(const void* dispatchable) {
    return *static_cast<const void* const*>(dispatchable);
}

} // namespace hitmap::capture
