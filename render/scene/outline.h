#pragma once

#include "core/trace/model/recording.h"
#include "render/scene/guides.h"
#include "render/scene/highlights.h"

#include <span>
#include <vector>

namespace hitmap {

/// Edges of a face (3) or a box (12) in one colour; none of padding and of elements that the scene does not
/// have.
void append_outline(const RecordedScene& scene, const Highlight& highlight, const glm::vec3& colour,
                    std::vector<GuideLine>& lines);

/// The 12 edges of a box; none of an empty one.
[[nodiscard]] std::vector<OutlineEdge> edges_of(const Aabb& box);

} // namespace hitmap
