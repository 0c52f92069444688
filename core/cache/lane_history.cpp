#include "core/cache/lane_history.h"

namespace hitmap {

void LaneIndex::add(std::uint32_t warp, unsigned lane, const KnownAccess& access) {
    const auto small_lane = static_cast<std::uint8_t>(lane);
    latest_[{warp, access.element, small_lane, access.kind}] = access.counts;
    if (access.kind != face_kind || scene_ == nullptr || access.element >= scene_->face_slots.size()) return;
    const glm::uvec3& face = scene_->face_slots[access.element];
    for (const std::uint32_t vertex : {face.x, face.y, face.z})
        latest_[{warp, vertex, small_lane, vertices}] = access.counts;
}

AccessCounts* LaneIndex::find(const Key& key) const {
    const auto found = latest_.find(key);
    return found == latest_.end() ? nullptr : found->second;
}

AccessCounts* LaneIndex::find(std::uint32_t warp, unsigned lane, ElementKindId kind,
                              std::uint32_t element) const {
    return find(Key{warp, element, static_cast<std::uint8_t>(lane), kind});
}

AccessCounts* LaneIndex::find_vertex(std::uint32_t warp, unsigned lane, std::uint32_t vertex) const {
    return find(Key{warp, vertex, static_cast<std::uint8_t>(lane), vertices});
}

} // namespace hitmap
