#include "core/trace/elements/told_kinds.h"

namespace hitmap {

KindSet told_kinds(const RecordingInfo& info) {
    KindSet told(box_kind, face_kind, pixel_kind);
    for (const ElementKindId kind : all_kinds())
        if (info.scene.primitives[kind] != 0) told.insert(kind);
    for (const Allocation& allocation : info.allocations)
        if (const auto kind = element_kind_of(allocation.role)) told.insert(*kind);
    return told;
}

KindSet told_drawn_kinds(const RecordingInfo& info) {
    KindSet drawn;
    for (const ElementKindId kind : told_kinds(info))
        if (element_kinds()[kind].geometry) drawn.insert(kind);
    return drawn;
}

} // namespace hitmap
