#pragma once

#include "core/geometry/file_camera.h"
#include "core/geometry/up_axis.h"
#include "core/raytracer/options/trace_options.h"

#include <optional>
#include <string>
#include <string_view>

namespace hitmap {

/// A recording to be made by the reference ray tracer.
struct TraceRequest {
    std::string scene; ///< scene in the form of load_upright_scene()
    TraceOptions options;
    std::optional<Camera> camera; ///< no value: the scene's own
    UpChoice up;                  ///< up axis of a mesh file; no value: it is guessed
};

/// Returns the spec of the recording, "trace:--kernel=if-if -- builtin:teapot". Sessions store it, and it can
/// be opened like a file.
[[nodiscard]] std::string spec_of(const TraceRequest& request);
[[nodiscard]] bool names_trace(std::string_view spec);
/// Parses a spec; one that is not a trace is a scene with default options. The camera is as the text names
/// it, so that spec_of() returns the same text. Throws UsageError.
[[nodiscard]] TraceRequest trace_request(std::string_view spec);
/// Title: the scene and the options that differ from the default.
[[nodiscard]] std::string short_name_of(const TraceRequest& request);

/// Returns commands for a POSIX shell that make the same recording.
/// @param offset  Scene::offset of the scene, since files of cameras have the coordinates of the mesh file
[[nodiscard]] std::string command_of(const TraceRequest& request, const glm::dvec3& offset = glm::dvec3(0.0));

} // namespace hitmap
