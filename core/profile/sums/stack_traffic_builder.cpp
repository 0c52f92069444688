#include "core/profile/sums/stack_traffic_builder.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace hitmap {

namespace {

/// Key by which rays are sorted: pixel, kind, bounce.
constexpr std::uint64_t key_of_ray(const LaneTag& tag) {
    return std::uint64_t{tag.work_item} << 16 | std::uint64_t{tag.ray_kind} << 8 | tag.bounce;
}

std::vector<std::uint64_t> distinct_rays(std::span<const LaneTagRun> tags) {
    std::vector<std::uint64_t> keys;
    keys.reserve(tags.size());
    for (const LaneTagRun& run : tags)
        keys.push_back(key_of_ray(run.tag));
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
}

/// What a ray gets of a sector. The flags of a sector cannot be predicted, so that they are factors.
StackSums share_of(const LocalSector& sector, std::uint64_t share) {
    const auto if_set = [share](bool flag) { return flag ? share : 0; };
    StackSums sums;
    sums.sectors = if_set(sector.kind != LocalSector::Kind::written_back);
    sums.l1_lookups = if_set(sector.in_l1);
    sums.l1_hits = if_set(sector.l1_hit);
    sums.l2_lookups = if_set(sector.in_l2);
    sums.l2_hits = if_set(sector.l2_hit);
    return sums;
}

void add_share(StackSums& sums, const StackSums& share) {
    sums.sectors += share.sectors;
    sums.l1_lookups += share.l1_lookups;
    sums.l1_hits += share.l1_hits;
    sums.l2_lookups += share.l2_lookups;
    sums.l2_hits += share.l2_hits;
}

} // namespace

bool has_local_memory(const RecordingInfo& info) {
    return std::any_of(info.instructions.begin(), info.instructions.end(),
                       [](const Instruction& each) { return each.space == Space::local; });
}

StackTrafficBuilder::StackTrafficBuilder(std::span<const LaneTagRun> tags)
    : StackTrafficBuilder(tags, distinct_rays(tags)) {}

StackTrafficBuilder::StackTrafficBuilder(std::span<const LaneTagRun> tags, std::vector<std::uint64_t> keys)
    : lanes_(tags, [&keys](const LaneTag& tag) {
          return static_cast<std::uint32_t>(std::lower_bound(keys.begin(), keys.end(), key_of_ray(tag)) -
                                            keys.begin());
      }) {
    traffic_.rays.reserve(keys.size());
    for (const std::uint64_t key : keys)
        traffic_.rays.push_back({static_cast<std::uint32_t>(key >> 16),
                                 static_cast<std::uint8_t>(key >> 8),
                                 static_cast<std::uint8_t>(key),
                                 {}});
}

StackSums& StackTrafficBuilder::sums_of(std::uint32_t ray) {
    return ray < traffic_.rays.size() ? traffic_.rays[ray].sums : traffic_.untagged;
}

void StackTrafficBuilder::add(const LocalRequest& request) {
    if (std::exchange(launch_ordinal_, request.launch_ordinal) != request.launch_ordinal)
        forget_dirty(); // L1s are empty when a launch starts
    const LaneTagTracker::Warp* const warp = lanes_.at(request.number, request.entry);
    if (request.accesses != 0)
        for (std::uint32_t rest = request.entry.mask; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
            ++sums_of(warp != nullptr ? warp->lanes[lane] : LaneTagTracker::none).accesses;
        }
    for (const LocalSector& sector : request.sectors) {
        const Writers rays = writers_of(sector, warp);
        const auto count = static_cast<std::uint64_t>(
            std::count_if(rays.begin(), rays.end(), [](std::uint32_t ray) { return ray != no_ray; }));
        const StackSums share = share_of(sector, count == 0 ? StackSums::unit : StackSums::unit / count);
        if (count == 0) add_share(traffic_.untagged, share);
        for (const std::uint32_t ray : rays)
            if (ray != no_ray) add_share(sums_of(ray), share);
        if (sector.kind == LocalSector::Kind::stored) note_written(sector, rays);
    }
}

/// Returns the rays that share the sector, at the positions of their lanes.
StackTrafficBuilder::Writers StackTrafficBuilder::writers_of(const LocalSector& sector,
                                                             const LaneTagTracker::Warp* warp) {
    Writers rays;
    rays.fill(no_ray);
    if (sector.kind == LocalSector::Kind::written_back) {
        return take_writers(sector.number);
    }
    for (std::uint32_t rest = sector.lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        rays[lane % rays.size()] = warp != nullptr ? warp->lanes[lane] : LaneTagTracker::none;
    }
    return rays;
}

/// Returns the data of the line of a sector, if any sector of it is dirty.
StackTrafficBuilder::DirtyLine* StackTrafficBuilder::dirty_line(std::uint64_t sector) {
    const std::uint64_t line = sector / sectors_a_line;
    if (last_dirty_ != nullptr && last_dirty_->first == line) return &last_dirty_->second;
    const auto found = dirty_.find(line);
    if (found == dirty_.end()) return nullptr;
    last_dirty_ = &*found;
    return &found->second;
}

/// Returns the rays that made a sector dirty, which is clean from now on.
StackTrafficBuilder::Writers StackTrafficBuilder::take_writers(std::uint64_t sector) {
    Writers rays;
    rays.fill(no_ray);
    DirtyLine* const line = dirty_line(sector);
    const std::size_t at = sector % sectors_a_line;
    if (line == nullptr || (line->dirty >> at & 1U) == 0) return rays;
    rays = line->sectors[at];
    line->dirty &= static_cast<std::uint8_t>(~(1U << at));
    if (line->dirty == 0) {
        dirty_.erase(sector / sectors_a_line);
        last_dirty_ = nullptr;
    }
    return rays;
}

void StackTrafficBuilder::note_written(const LocalSector& sector, const Writers& writers) {
    DirtyLine* line = dirty_line(sector.number);
    if (line == nullptr) {
        last_dirty_ = &*dirty_.try_emplace(sector.number / sectors_a_line).first;
        line = &last_dirty_->second;
    }
    const std::size_t at = sector.number % sectors_a_line;
    Writers& present = line->sectors[at];
    if ((line->dirty >> at & 1U) == 0) {
        line->dirty |= static_cast<std::uint8_t>(1U << at);
        present = writers;
        return;
    }
    for (std::size_t word = 0; word < writers.size(); ++word)
        if (writers[word] != no_ray) present[word] = writers[word];
}

void StackTrafficBuilder::forget_dirty() {
    dirty_.clear();
    last_dirty_ = nullptr;
}

} // namespace hitmap
