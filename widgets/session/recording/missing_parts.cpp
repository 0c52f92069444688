#include "widgets/session/recording/missing_parts.h"

#include "core/trace/elements/kind_names.h"
#include "core/trace/elements/told_kinds.h"
#include "widgets/base/format.h"
#include "widgets/base/tr.h"

#include <algorithm>

namespace hitmap {

QString why_no_mesh(const OpenRecording& recording) {
    if (recording.has_mesh()) return {};
    if (!knows_vertex_positions(recording.info()))
        return tr(
            "This recording has no mesh: the vertices of its faces are assumed, and their positions are "
            "not known.");
    const bool has_boxes = recording.scene != nullptr && !recording.scene->boxes.empty();
    if (has_boxes && knows_box_extents(recording.info()))
        return tr("The boxes of this recording have no extent: each is a point, so that nothing of them can "
                  "be seen.");
    if (recording.has_elements())
        return tr(
            "This recording has no mesh: it says where elements are in memory, but not where they are in "
            "space.");
    return recording.scene == nullptr
               ? tr("This recording has no scene: it does not say which %1 its addresses belong to.")
                     .arg(text_of(list_of(all_kinds(), KindName::plural, "and")))
               : tr("The scene of this recording has neither %1.")
                     .arg(text_of(list_of(drawn_kinds(), KindName::plural, "nor")));
}

QString why_no_elements(const OpenRecording& recording) {
    if (recording.has_elements()) return {};
    const auto has_elements = [](const Allocation& allocation) {
        return element_kind_of(allocation.role).has_value();
    };
    return std::ranges::any_of(recording.info().allocations, has_elements)
               ? tr("No request of this recording accesses %1.")
                     .arg(text_of(list_of(told_kinds(recording.info()), KindName::with_article)))
               : tr("This recording does not say where %1 are in memory.")
                     .arg(text_of(list_of(all_kinds(), KindName::plural, "or")));
}

QString positions_name(const OpenRecording& recording) {
    return text_of(name_of_axis(recording.info()));
}

std::string_view position_word(const OpenRecording& recording) {
    return recording.has_elements() && !recording.info().has_sums() ? "accesses"
                                                                    : name_of_axis(recording.info());
}

} // namespace hitmap
