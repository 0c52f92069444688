#pragma once

#include "core/geometry/camera.h"
#include "core/geometry/mesh/aabb.h"
#include "core/trace/model/recording.h"

namespace hitmap {

/// Returns the box of all vertices; empty if there are none.
[[nodiscard]] Aabb bounds_of(const RecordedScene& scene);

/// Returns the camera of a picture without a view: the first of the recording or, if it has none, one that
/// sees all of its vertices.
[[nodiscard]] Camera recorded_camera(const RecordedScene& scene);

} // namespace hitmap
