#pragma once

#include "core/jobs/progress.h"
#include "core/relayout/model/element_use.h"
#include "core/relayout/model/relayout_draft.h"

#include <cstdint>

namespace hitmap {

/// Orders the elements of one allocation by their use. The tables of the scene follow; other allocations that
/// have a part of the same elements (such as the normals of vertices) do not. Throws Error for pixels, whose
/// slots are their places in the picture; Cancelled.
void order_elements(RelayoutDraft& draft, std::uint32_t allocation, UseOrder order, const RecordingUse& use,
                    const JobContext& job);

} // namespace hitmap
