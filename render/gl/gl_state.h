#pragma once

#include <glm/mat4x4.hpp>

namespace hitmap {

/// Other users of the context (Qt's painter) may have left anything: what drawing relies on is set here.
void set_known_state();
/// As a fresh context has it.
void set_default_state();
/// HITMAP_UNIFORM_WORLD_TO_CLIP of the program in use.
void set_matrix(const glm::mat4& matrix);

} // namespace hitmap
