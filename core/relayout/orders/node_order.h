#pragma once

#include "core/jobs/progress.h"
#include "core/relayout/model/relayout_draft.h"
#include "core/relayout/model/relayout_options.h"

#include <cstdint>

namespace hitmap {

/// The nodes and boxes of a recording of the reference tracer.
struct RecordedNodes {
    std::uint32_t nodes = 0; ///< allocation
    std::uint32_t boxes = 0; ///< allocation
    bool compact = false;    ///< see TreeLayout; else the nodes are linked
};
/// Throws Error if the recording does not say which node belongs to which box.
[[nodiscard]] RecordedNodes recorded_nodes(const RelayoutDraft& draft);

/// Whether the order is that of the compact layout for this recording, which then has no links.
[[nodiscard]] bool becomes_compact(const RelayoutDraft& draft, const NodeOrderChoice& order);
/// Whether order_nodes() links nodes that are compact, or the other way round. Throws Error as
/// recorded_nodes().
[[nodiscard]] bool changes_storage(const RelayoutDraft& draft, const NodeOrderChoice& order);

/// Gives the nodes and the boxes another order, and nodes the storage that the tracer has for this order.
/// `use` has the nodes, the boxes and, if the storage changes, the instructions. Throws Error, Cancelled.
void order_nodes(RelayoutDraft& draft, const NodeOrderChoice& order, const RecordingUse& use,
                 const JobContext& job);

} // namespace hitmap
