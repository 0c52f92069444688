#pragma once

#include <glm/mat4x4.hpp>

namespace hitmap {

/// Other users of the context, such as Qt's painter, may have changed any state. This sets all state that
/// drawing relies on.
void set_known_state();
/// Restores the state of a new context.
void set_default_state();
/// HITMAP_UNIFORM_WORLD_TO_CLIP of the program in use.
void set_matrix(const glm::mat4& matrix);
/// Sets the half-spaces that the program in use draws.
void set_half_spaces(std::span<const glm::vec4> spaces);

} // namespace hitmap
