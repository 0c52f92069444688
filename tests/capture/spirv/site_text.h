#pragma once

#include <string>

#include "capture/spirv/instrument.h"

namespace hitmap::capture {

/// One access, such as "store value[] of outputs[2] (set 1, binding 2): 4 bytes, main:12".
std::string access_text(const InstrumentedModule& module, const Access& access);

/// All sites of a module in order, a line each, and what was left out.
std::string sites_text(const InstrumentedModule& module);

/// All bindings of a module with their members, a line each.
std::string bindings_text(const InstrumentedModule& module);

} // namespace hitmap::capture
