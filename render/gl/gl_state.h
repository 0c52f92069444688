#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include <span>

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

/// Cuts what the program in use draws to half-spaces, until the object is destroyed. For programs that write
/// gl_ClipDistance.
class ClipDistances {
public:
    explicit ClipDistances(std::span<const glm::vec4> spaces);
    ~ClipDistances();
    ClipDistances(const ClipDistances&) = delete;
    ClipDistances& operator=(const ClipDistances&) = delete;
    ClipDistances(ClipDistances&&) = delete;
    ClipDistances& operator=(ClipDistances&&) = delete;

private:
    unsigned count_;
};

} // namespace hitmap
