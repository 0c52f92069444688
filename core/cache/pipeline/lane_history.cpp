#include "core/cache/pipeline/lane_history.h"

namespace hitmap {

void WarpHistory::add(std::span<const ElementAccess> accesses, FourCounts* counts, std::size_t each) {
    Row* row = nullptr;
    unsigned last_lane = 0;
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        const ElementAccess& access = accesses[i];
        if (row == nullptr || access.kind != row->kind || access.lane <= last_lane) {
            row = &rows_[count_++ % size];
            forgotten_ |= row->lanes;
            row->counts = counts;
            row->lanes = 0;
            row->kind = access.kind;
        }
        last_lane = access.lane;
        row->lanes |= std::uint32_t{1} << access.lane;
        row->elements[access.lane] = access.element;
        row->at[access.lane] = static_cast<std::uint16_t>(i * each);
    }
}

void LaneIndex::add(std::uint32_t warp, unsigned lane, const KnownAccess& access) {
    const auto small_lane = static_cast<std::uint8_t>(lane);
    latest_[{warp, access.element, small_lane, access.kind}] = access;
    for (const std::uint32_t vertex : names_.of(access.kind, access.element))
        latest_[{warp, vertex, small_lane, vertices}] = access;
}

KnownAccess LaneIndex::find(const Key& key) const {
    const auto found = latest_.find(key);
    return found == latest_.end() ? KnownAccess{} : found->second;
}

KnownAccess LaneIndex::find(std::uint32_t warp, unsigned lane, ElementKindId kind,
                            std::uint32_t element) const {
    return find(Key{warp, element, static_cast<std::uint8_t>(lane), kind});
}

KnownAccess LaneIndex::find_vertex(std::uint32_t warp, unsigned lane, std::uint32_t vertex) const {
    return find(Key{warp, vertex, static_cast<std::uint8_t>(lane), vertices});
}

} // namespace hitmap
