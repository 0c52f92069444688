#pragma once

#include <memory>

#include "capture/layer/device/device.h"

namespace hitmap::capture {

/// Instruments a module at its first use, and writes its sites into the spool.
void instrument_once(DeviceObject& device, ModuleObject& module);

/// A module of words that the program does not give as a VkShaderModule.
[[nodiscard]] std::shared_ptr<ModuleObject> make_module(const VkShaderModuleCreateInfo& info);

/// Destroys the instrumented module.
void free_module(const DeviceObject& device, ModuleObject& module);

} // namespace hitmap::capture
