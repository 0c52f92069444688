#pragma once

#include "core/geometry/camera.h"
#include "core/geometry/mesh/aabb.h"

#include <cstdint>
#include <optional>

namespace hitmap {

/// Returns the area that a box covers in a picture of `height` pixels, in pixels, including parts outside the
/// picture: that of the outline of its corners. No value if a corner is not in front of the camera, or for an
/// empty box.
/// @param camera  must be normalised
[[nodiscard]] std::optional<double> bounds_pixels(const Camera& camera, std::uint32_t height,
                                                  const Aabb& bounds);

} // namespace hitmap
