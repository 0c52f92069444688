#pragma once

#include <glm/vec3.hpp>

#include <cmath>

namespace hitmap {

/// Whether no component is infinite or NaN.
[[nodiscard]] inline bool finite(const glm::vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

} // namespace hitmap
