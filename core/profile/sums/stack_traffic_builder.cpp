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

void add_share(StackSums& sums, const LocalSector& sector, std::uint64_t share) {
    if (sector.kind != LocalSector::Kind::written_back) sums.sectors += share;
    if (sector.in_l1) sums.l1_lookups += share;
    if (sector.l1_hit) sums.l1_hits += share;
    if (sector.in_l2) sums.l2_lookups += share;
    if (sector.l2_hit) sums.l2_hits += share;
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
        dirty_.clear(); // L1s are empty when a launch starts
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
        if (count == 0) add_share(traffic_.untagged, sector, StackSums::unit);
        for (const std::uint32_t ray : rays)
            if (ray != no_ray) add_share(sums_of(ray), sector, StackSums::unit / count);
        if (sector.kind == LocalSector::Kind::stored) note_written(sector, rays);
    }
}

/// Returns the rays that share the sector, at the positions of their lanes.
StackTrafficBuilder::Writers StackTrafficBuilder::writers_of(const LocalSector& sector,
                                                             const LaneTagTracker::Warp* warp) {
    Writers rays;
    rays.fill(no_ray);
    if (sector.kind == LocalSector::Kind::written_back) {
        const auto found = dirty_.find(sector.number);
        if (found == dirty_.end()) return rays;
        rays = found->second;
        dirty_.erase(found);
        return rays;
    }
    for (std::uint32_t rest = sector.lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        rays[lane % rays.size()] = warp != nullptr ? warp->lanes[lane] : LaneTagTracker::none;
    }
    return rays;
}

void StackTrafficBuilder::note_written(const LocalSector& sector, const Writers& writers) {
    const auto [place, is_new] = dirty_.try_emplace(sector.number, writers);
    if (is_new) return;
    for (std::size_t word = 0; word < writers.size(); ++word)
        if (writers[word] != no_ray) place->second[word] = writers[word];
}

} // namespace hitmap
