#pragma once

#include "widgets/session/panes/pane.h"

#include <QtCore/QString>

namespace hitmap {

/// What an element is and how it fares in the frames that the pane shows, in lines for a tool tip or the
/// clipboard: "Face 12 (face 7 of the mesh file)", accesses, hit rates with hits and look-ups, misses. The
/// pane must show a recording.
[[nodiscard]] QString element_text(const Pane& pane, const Selection& element);

/// Bounds of an element; empty for kinds without geometry, and if the scene does not know the element.
[[nodiscard]] Aabb element_bounds(const RecordedScene& scene, const Selection& element);

} // namespace hitmap
