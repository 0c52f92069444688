#include "core/relayout/apply/relayout_memory.h"

#include <algorithm>

namespace hitmap {

std::uint64_t estimate_relayout_bytes(const RecordingInfo& info) {
    constexpr std::uint64_t most = std::uint64_t{1} << 36; // more elements than any machine has room for
    constexpr std::uint64_t per_element = 24;              // its place, its use, and the order by use
    constexpr std::uint64_t per_vertex = 3 * 2 * 12;   // position and normal in two orders, and in the mesh
    constexpr std::uint64_t per_slot = 3 * 2 * 16;     // the same for corners and sources
    constexpr std::uint64_t per_box = 2 * 36 + 3 * 16; // the tables of boxes in two orders, and the tree
    const auto at_most = [=](std::uint64_t count) { return std::min(count, most); };
    std::uint64_t bytes = at_most(info.scene.vertices) * per_vertex +
                          at_most(info.scene.face_slots) * per_slot + at_most(info.scene.boxes) * per_box;
    for (const Allocation& a : info.allocations)
        if (a.space == Space::global) bytes += at_most(a.element_count()) * per_element;
    return bytes;
}

} // namespace hitmap
