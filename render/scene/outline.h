#pragma once

#include "core/trace/model/recording.h"
#include "render/scene/guides.h"
#include "render/scene/highlights.h"

#include <span>
#include <vector>

namespace hitmap {

/// Returns the edges of a face (3) or a box (12) in one colour; none for padding and for elements that the
/// scene does not have.
void append_outline(const RecordedScene& scene, const Highlight& highlight, const glm::vec3& colour,
                    std::vector<GuideLine>& lines);

/// Returns the 12 edges of a box; none for an empty box.
[[nodiscard]] std::vector<OutlineEdge> edges_of(const Aabb& box);

} // namespace hitmap
