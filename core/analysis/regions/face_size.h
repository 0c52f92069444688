#pragma once

#include "core/geometry/camera.h"
#include "core/trace/model/recording.h"

namespace hitmap {

/// The median size of the faces that a camera has in front of it, as a share of the shorter side of its
/// picture; infinite if there are none. The size of a face is the side of a right-angled triangle of its
/// area, so that two faces of size s fill a square of s by s. Hidden faces count, too. Measures at most
/// 65,536 faces at equal distances in memory.
/// @param camera  normalised; its opening angle is that of the shorter side
[[nodiscard]] double median_face_size(const RecordedScene& scene, const Camera& camera);

} // namespace hitmap
