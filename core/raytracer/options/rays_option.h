#pragma once

#include "core/raytracer/options/trace_options.h"

namespace hitmap {

/// The row of trace_option_table() for TraceOptions::rays.
[[nodiscard]] TraceOption rays_option();

} // namespace hitmap
