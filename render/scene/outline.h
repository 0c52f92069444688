#pragma once

#include "core/trace/model/recording.h"
#include "render/elements/highlights.h"
#include "render/scene/guides.h"

#include <span>
#include <vector>

namespace hitmap {

/// Appends the edges of an element in one colour: those of its triangles, each once, or its edges. None for
/// padding and for elements that the scene does not have.
void append_outline(const RecordedScene& scene, const Highlight& highlight, const glm::vec3& colour,
                    std::vector<GuideLine>& lines);

/// Returns the 12 edges of a box; none for an empty box.
[[nodiscard]] std::vector<OutlineEdge> edges_of(const Aabb& box);

} // namespace hitmap
