#include "core/cache/contents/box_levels.h"

#include <algorithm>
#include <utility>

namespace hitmap {

BoxLevels::BoxLevels(const RecordingInfo& info, std::shared_ptr<const RecordedScene> scene)
    : scene_(std::move(scene)) {
    if (scene_ == nullptr || scene_->box_level.empty()) return;
    std::uint64_t slots = 0;
    for (const Allocation& allocation : info.allocations) {
        Boxes& boxes = boxes_.emplace_back();
        if (allocation.role != Role::boxes || allocation.stride == 0) continue;
        boxes = {allocation.address, allocation.bytes / allocation.stride, allocation.stride, slots};
        slots += boxes.slots;
    }
}

std::uint16_t BoxLevels::of(std::uint16_t allocation, std::uint64_t address) const {
    if (allocation >= boxes_.size()) return none;
    const Boxes& boxes = boxes_[allocation];
    if (boxes.slots == 0) return none;
    const std::uint64_t slot = (std::max(address, boxes.address) - boxes.address) / boxes.stride;
    if (slot >= boxes.slots) return none;
    const std::uint64_t box = boxes.first + slot;
    if (box >= scene_->box_level.size()) return none;
    const bool is_padding = box < scene_->box_source.size() && scene_->box_source[box] < 0;
    return is_padding ? none : scene_->box_level[box];
}

} // namespace hitmap
