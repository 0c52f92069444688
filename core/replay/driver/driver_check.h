#pragma once

#include "core/jobs/progress.h"
#include "core/replay/driver/driver_structure.h"
#include "core/replay/replayed_faces.h"

#include <string>

namespace hitmap {

/// Holds a decoded tree against the triangles that were copied when it was built, so that a layout that has
/// changed is not taken for the known one: each triangle is that of the recording, in each instance, and each
/// stored box is exactly the union of what is below it. Throws Error that names `file` and the first place
/// that differs; Cancelled.
void check_driver_tree(const DriverTree& tree, const ReplayedFaces& faces, const std::string& file,
                       const JobContext& job = {});

/// A point of an object in the world.
[[nodiscard]] glm::vec3 in_world(const Transform& object_to_world, const glm::vec3& point);

} // namespace hitmap
