#pragma once

#include "core/trace/model/element_kind.h"

namespace hitmap {

/// The kinds that texts about a recording name: boxes, faces and pixels, which every ray tracer has, and the
/// further kinds of which this recording has elements or allocations.
[[nodiscard]] KindSet told_kinds(const RecordingInfo& info);
/// Those of them that are drawn.
[[nodiscard]] KindSet told_drawn_kinds(const RecordingInfo& info);

} // namespace hitmap
