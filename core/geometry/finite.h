#pragma once

#include <glm/vec3.hpp>

#include <cmath>

namespace hitmap {

/// Neither infinite nor NaN in any component.
[[nodiscard]] inline bool finite(const glm::vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

} // namespace hitmap
