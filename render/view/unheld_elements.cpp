#include "render/view/unheld_elements.h"

#include <algorithm>

namespace hitmap {

std::vector<std::string> unheld_elements(const RecordingInfo& info) {
    const auto are_held = [&](Role role) {
        return std::ranges::any_of(info.allocations, [role](const Allocation& allocation) {
            return allocation.role == role && allocation.element_count() != 0;
        });
    };
    std::vector<std::string> sentences;
    if (!info.scene.present) return sentences;
    if (info.scene.boxes != 0 && !are_held(Role::boxes))
        sentences.emplace_back("No box was accessed, because boxes are in no allocation.");
    if (info.scene.face_slots != 0 && !are_held(Role::faces))
        sentences.emplace_back("No face was accessed, because faces are in no allocation.");
    else if (info.scene.face_slots != 0 && !are_held(Role::vertices))
        sentences.emplace_back(
            "Look-ups of faces are those of their indices alone, because vertices are in no allocation.");
    return sentences;
}

} // namespace hitmap
