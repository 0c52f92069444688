#pragma once

#include "core/geometry/camera.h"
#include "core/geometry/up_axis.h"
#include "core/raytracer/trace_options.h"

#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

/// A recording that is yet to be made by the reference ray tracer.
struct TraceRequest {
    std::string scene; ///< as load_upright_scene takes it
    TraceOptions options;
    std::optional<Camera> camera; ///< nothing: the scene's own
    UpChoice up;                  ///< of a mesh file; nothing: found out
};

/// As the name of a recording, "trace:--kernel=if-if -- builtin:teapot": sessions hold it, and it opens
/// again.
[[nodiscard]] std::string spec_of(const TraceRequest& request);
[[nodiscard]] bool names_trace(std::string_view spec);
/// Throws UsageError; a spec that names no trace is a scene with the default options.
[[nodiscard]] TraceRequest trace_request(std::string_view spec);
/// For titles: the scene, and what is not as usual.
[[nodiscard]] std::string short_name_of(const TraceRequest& request);

/// Commands for a POSIX shell that make the same recording.
[[nodiscard]] std::string command_of(const TraceRequest& request);

} // namespace hitmap
