#pragma once

#include "core/trace/model/recording.h"

#include <glm/vec3.hpp>

#include <string>
#include <string_view>

namespace hitmap {

/// An option of recordings of a mesh far from the origin: what was taken off the coordinates of its file,
/// turned as the mesh, before they became 32-bit floats. Three decimal numbers, separated by commas.
inline constexpr std::string_view mesh_offset_option = "mesh-offset";

/// The value of the option.
[[nodiscard]] std::string mesh_offset_text(const glm::dvec3& offset);

/// What has to be added to the coordinates of the scene to get those of the mesh file; 0 without the option.
/// Throws Error if the option has another value than three finite numbers.
[[nodiscard]] glm::dvec3 mesh_offset(const RecordingInfo& info);

} // namespace hitmap
