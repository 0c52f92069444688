#include "render/view/unheld_elements.h"

#include "core/trace/model/element_kind.h"

#include <fmt/format.h>

#include <algorithm>

namespace hitmap {

std::vector<std::string> unheld_elements(const RecordingInfo& info) {
    const auto are_held = [&](Role role) {
        return std::ranges::any_of(info.allocations, [role](const Allocation& allocation) {
            return allocation.role == role && allocation.element_count() != 0;
        });
    };
    // As in the trees of hardware, whose triangles are their corners.
    const auto hold_what_they_name = [&](const ElementKind& row) {
        const std::uint32_t bytes = row.look_up.names * row.look_up.named_bytes;
        return std::ranges::any_of(info.allocations, [&](const Allocation& allocation) {
            return allocation.role == row.role && allocation.element_bytes >= bytes;
        });
    };
    std::vector<std::string> sentences;
    if (!info.scene.present) return sentences;
    for (ElementKindId kind = 0; kind < element_kinds().size(); ++kind) {
        const ElementKind& row = element_kinds()[kind];
        const auto expected = row.expected != nullptr ? row.expected(info.scene, kind) : std::nullopt;
        if (!row.geometry || expected.value_or(0) == 0) continue;
        if (!are_held(row.role))
            sentences.push_back(
                fmt::format("No {} was accessed, because {} are in no allocation.", row.name, row.plural));
        else if (row.look_up.names != 0 && !are_held(row.look_up.named_role) && !hold_what_they_name(row))
            sentences.push_back(fmt::format(
                "Look-ups of {} are those of their indices alone, because {} are in no allocation.",
                row.plural, name_of(row.look_up.named_role)));
    }
    return sentences;
}

} // namespace hitmap
