#pragma once

#include <memory>
#include <string>
#include <vector>

#include "capture/layer/device/device.h"

namespace hitmap::capture {

/// Instruments a module at its first use, and writes its sites into the spool.
void instrument_once(DeviceObject& device, ModuleObject& module);

/// A module of words that the program does not give as a VkShaderModule.
[[nodiscard]] std::shared_ptr<ModuleObject> make_module(const VkShaderModuleCreateInfo& info);

/// The name by the program, or of the source; empty if there is none.
[[nodiscard]] std::string module_name(const ModuleObject& module);

/// Adds the bindings of buffers that the shaders of a module access.
void add_used_bindings(const ModuleObject& module, std::vector<UsedBinding>& used);

/// Sorts bindings and takes out those that are there twice.
void keep_each_once(std::vector<UsedBinding>& used);

/// Destroys the instrumented module.
void free_module(const DeviceObject& device, ModuleObject& module);

} // namespace hitmap::capture
