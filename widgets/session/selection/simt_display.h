#pragma once

#include "core/base/name_table.h"

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

inline constexpr NameTable<SimtView, 7> simt_view_names = {{{SimtView::active_lanes, "active-lanes"},
                                                            {SimtView::instructions, "instructions"},
                                                            {SimtView::inactive_slots, "inactive-slots"},
                                                            {SimtView::compaction, "compaction"},
                                                            {SimtView::lifetimes, "lifetimes"},
                                                            {SimtView::warp_slots, "warp-slots"},
                                                            {SimtView::thread_paths, "thread-paths"}}};

template <class Archive>
void fields(Archive& a, SimtDisplay& v) {
    a("simt_view", v.view, simt_view_names);
    a("simt_sm", v.sm);
}

} // namespace hitmap
