#pragma once

#include "core/report/column/json_row.h"
#include "core/trace/model/launch_requests.h"

#include <cstdint>
#include <optional>
#include <span>

namespace hitmap {

/// The numbers of ray events and their places.
[[nodiscard]] Json rays_json(const RecordingInfo& info);

/// Returns the object that `hitmap info --json` prints.
/// @param launches   [launches] their requests
/// @param instances  the parts of instances that the scene has
/// @param file       what it says about the file: its format, and the version (.hmt) or the size (other
/// formats)
[[nodiscard]] Json info_json(const RecordingInfo& info, std::span<const LaunchRequests> launches,
                             std::span<const InstanceFaces> instances, Json file);

/// {"recorded", "simulated", "gpu"}: the SMs of the recording, of its simulation, and of the GPU, null if
/// that is not known.
[[nodiscard]] Json sms_json(const RecordingInfo& info, std::optional<std::uint32_t> gpu);

[[nodiscard]] Json camera_json(const Camera& camera);
/// The camera of a recording in the coordinates of the mesh file, as `trace --camera` takes it.
/// @param offset  mesh_offset() of the recording
[[nodiscard]] Json file_camera_json(const Camera& camera, const glm::dvec3& offset);

} // namespace hitmap
