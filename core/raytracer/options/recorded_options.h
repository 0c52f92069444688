#pragma once

#include "core/raytracer/options/trace_options.h"

#include <optional>
#include <span>
#include <string>
#include <utility>

namespace hitmap {

/// The options with which a recording was traced, from its list of options (option_texts()); others in the
/// list are ignored. No value if an option that recordings always name is missing, or one is not understood:
/// the recording is of another program or of another version.
[[nodiscard]] std::optional<TraceOptions>
recorded_trace_options(std::span<const std::pair<std::string, std::string>> texts);

} // namespace hitmap
