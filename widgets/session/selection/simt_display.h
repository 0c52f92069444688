#pragma once

#include <cstdint>

namespace hitmap {

/// The views of the SIMT panel.
enum class SimtView : std::uint8_t {
    active_lanes,   ///< of requests
    instructions,   ///< hotspots of basic blocks
    inactive_slots, ///< by cause
    compaction,     ///< upper bounds of thread compaction
    lifetimes,      ///< of warps and threads
    warp_slots,     ///< over time
    thread_paths    ///< which rays pixels have
};

/// What the SIMT panel of a pane shows.
struct SimtDisplay {
    SimtView view = SimtView::active_lanes;
    std::uint32_t sm = 0; ///< of SimtView::warp_slots
    friend bool operator==(const SimtDisplay&, const SimtDisplay&) = default;
};

} // namespace hitmap
