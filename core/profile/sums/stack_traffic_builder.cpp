#include "core/profile/sums/stack_traffic_builder.h"

#include <algorithm>
#include <bit>
#include <limits>
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

/// Number of warps whose sums are kept: about as many as work at the same time on a large GPU.
constexpr std::size_t most_warps = 4096;

/// [lanes] the bit of each lane, so that a loop over lanes has no shifts and becomes vector instructions.
constexpr auto lane_bits = [] {
    std::array<std::uint32_t, warp_size> bits{};
    for (std::size_t lane = 0; lane < bits.size(); ++lane)
        bits[lane] = std::uint32_t{1} << lane;
    return bits;
}();

/// All bits if the lane is in the mask, otherwise none.
constexpr std::uint32_t all_if(std::uint32_t mask, std::size_t lane) {
    return (mask & lane_bits[lane]) != 0 ? ~std::uint32_t{0} : 0U;
}

/// Returns the first of the eight lanes whose words are in the sector; 0 if no lane is known.
std::size_t first_lane_of(const LocalSector& sector) {
    return (static_cast<std::size_t>(std::countr_zero(sector.lanes)) &
            ~(DirtySectors::lanes_of_a_sector - 1)) %
           warp_size;
}

/// The rays of a warp without tags.
constexpr auto no_tags = [] {
    std::array<std::uint32_t, warp_size> rays{};
    rays.fill(LaneTagTracker::none);
    return rays;
}();

} // namespace

/// The flags of a sector cannot be predicted, so that they are factors.
struct StackTrafficBuilder::Share {
    Share(const LocalSector& sector, std::uint32_t share)
        : sectors(sector.kind != LocalSector::Kind::written_back ? share : 0),
          l1_hits(sector.l1_hit ? share : 0),
          l1_lookups(sector.in_l1 ? share : 0),
          l2_hits(sector.l2_hit ? share : 0),
          l2_lookups(sector.in_l2 ? share : 0) {}
    void add_to(StackSums& sums) const {
        sums.sectors += sectors;
        sums.l1_hits += l1_hits;
        sums.l1_lookups += l1_lookups;
        sums.l2_hits += l2_hits;
        sums.l2_lookups += l2_lookups;
    }
    std::uint32_t sectors, l1_hits, l1_lookups, l2_hits, l2_lookups;
};

bool has_local_memory(const RecordingInfo& info) {
    return std::any_of(info.instructions.begin(), info.instructions.end(),
                       [](const Instruction& each) { return each.space == Space::local; });
}

StackTrafficBuilder::StackTrafficBuilder(std::span<const LaneTagRun> tags)
    : StackTrafficBuilder(tags, distinct_rays(tags)) {}

StackTrafficBuilder::StackTrafficBuilder(std::span<const LaneTagRun> tags, std::vector<std::uint64_t> keys)
    : lanes_(tags,
             [&keys](const LaneTag& tag) {
                 return static_cast<std::uint32_t>(
                     std::lower_bound(keys.begin(), keys.end(), key_of_ray(tag)) - keys.begin());
             }),
      warps_(std::clamp<std::size_t>(lanes_.warps(), 1, most_warps)) {
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
    if (const LaneTagTracker::Warp* const warp = lanes_.at(request.number, request.entry); warp != nullptr) {
        add_request(request, sums_of(*warp));
        return;
    }
    traffic_.untagged.accesses += request.accesses;
    for (const LocalSector& sector : request.sectors) {
        if (sector.kind == LocalSector::Kind::written_back)
            add_write_back(sector);
        else
            add_untagged(sector);
        if (sector.kind == LocalSector::Kind::stored) note_written(sector, no_tags);
    }
}

void StackTrafficBuilder::add_request(const LocalRequest& request, WarpSums& sums) {
    make_room(sums);
    if (request.accesses != 0)
        for (std::size_t lane = 0; lane < warp_size; ++lane)
            sums.accesses[lane] -= all_if(request.entry.mask, lane); // -1 modulo 2^32
    for (const LocalSector& sector : request.sectors) {
        if (sector.kind == LocalSector::Kind::written_back)
            add_write_back(sector);
        else if (sector.lanes == 0)
            add_untagged(sector);
        else
            add_to_lanes(sector, sums);
        if (sector.kind == LocalSector::Kind::stored) note_written(sector, sums.rays);
    }
}

/// Divides the sector among the lanes that access it.
void StackTrafficBuilder::add_to_lanes(const LocalSector& sector, WarpSums& sums) {
    make_room(sums);
    const std::size_t first = first_lane_of(sector);
    const Share share(sector, static_cast<std::uint32_t>(StackSums::unit) /
                                  static_cast<std::uint32_t>(std::popcount(sector.lanes)));
    for (std::size_t lane = first; lane < first + lanes_of_a_sector; ++lane) {
        const std::uint32_t mask = all_if(sector.lanes, lane);
        sums.sectors[lane] += share.sectors & mask;
        sums.l1_hits[lane] += share.l1_hits & mask;
        sums.l1_lookups[lane] += share.l1_lookups & mask;
        sums.l2_hits[lane] += share.l2_hits & mask;
        sums.l2_lookups[lane] += share.l2_lookups & mask;
    }
}

void StackTrafficBuilder::add_untagged(const LocalSector& sector) {
    Share(sector, StackSums::unit).add_to(traffic_.untagged);
}

/// Divides the sector among the rays that made it dirty.
void StackTrafficBuilder::add_write_back(const LocalSector& sector) {
    const DirtySectors::Writers rays = dirty_.take(sector.number);
    const auto count = static_cast<std::uint32_t>(std::count_if(
        rays.begin(), rays.end(), [](std::uint32_t ray) { return ray != DirtySectors::no_ray; }));
    if (count == 0) {
        add_untagged(sector);
        return;
    }
    const Share share(sector, static_cast<std::uint32_t>(StackSums::unit) / count);
    for (const std::uint32_t ray : rays)
        if (ray != DirtySectors::no_ray) share.add_to(sums_of(ray));
}

/// Returns the sums of the warp, whose rays are those of the present.
StackTrafficBuilder::WarpSums& StackTrafficBuilder::sums_of(const LaneTagTracker::Warp& warp) {
    WarpSums& sums = warps_[warp.number % warps_.size()];
    if (sums.warp != warp.number) {
        move_to_rays(sums);
        sums.warp = warp.number;
        sums.rays = warp.lanes;
    } else if (sums.rays != warp.lanes) {
        for (std::size_t lane = 0; lane < warp_size; ++lane)
            if (sums.rays[lane] != warp.lanes[lane]) move_to_ray(sums, lane);
        sums.rays = warp.lanes;
    }
    return sums;
}

/// Lets every sum grow by StackSums::unit.
void StackTrafficBuilder::make_room(WarpSums& sums) {
    if (sums.additions_left == 0) move_to_rays(sums);
    --sums.additions_left;
}

void StackTrafficBuilder::move_to_ray(WarpSums& sums, std::size_t lane) {
    StackSums& ray = sums_of(sums.rays[lane]);
    ray.accesses += std::exchange(sums.accesses[lane], 0);
    ray.sectors += std::exchange(sums.sectors[lane], 0);
    ray.l1_hits += std::exchange(sums.l1_hits[lane], 0);
    ray.l1_lookups += std::exchange(sums.l1_lookups[lane], 0);
    ray.l2_hits += std::exchange(sums.l2_hits[lane], 0);
    ray.l2_lookups += std::exchange(sums.l2_lookups[lane], 0);
}

/// Leaves the sums of all lanes at 0.
void StackTrafficBuilder::move_to_rays(WarpSums& sums) {
    if (sums.warp != LaneTagTracker::none)
        for (std::size_t lane = 0; lane < warp_size; ++lane)
            move_to_ray(sums, lane);
    sums.additions_left = std::numeric_limits<std::uint32_t>::max() / StackSums::unit;
}

StackTraffic StackTrafficBuilder::finish() {
    for (WarpSums& sums : warps_)
        move_to_rays(sums);
    return std::move(traffic_);
}

/// `rays`: those of the lanes of the request that stored the sector.
void StackTrafficBuilder::note_written(const LocalSector& sector, const WarpSums::Lanes& rays) {
    const std::size_t first = first_lane_of(sector);
    dirty_.note(sector.number, sector.lanes >> first,
                std::span(rays).subspan(first).first<lanes_of_a_sector>());
}

} // namespace hitmap
