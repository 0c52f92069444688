#include "core/cache/coalesce.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace hitmap {

namespace {

std::uint64_t saturated_sum(std::uint64_t a, std::uint64_t b) {
    return a > std::numeric_limits<std::uint64_t>::max() - b ? std::numeric_limits<std::uint64_t>::max()
                                                             : a + b;
}

} // namespace

RequestCounter::RequestCounter(const RecordingInfo& info) : allocations_(info) {
    for (const Instruction& instruction : info.instructions)
        accesses_.push_back({instruction.space, std::max<std::uint16_t>(instruction.bytes_per_lane, 1)});
}

void RequestCounter::count(const RequestBlock& block, std::size_t first, std::size_t last,
                           std::span<RequestCount> counts) const {
    for (std::size_t i = first; i < last; ++i) {
        const auto& entry = block.entries[i];
        count_request(block.first_request.value + i, accesses_[entry.instruction], entry.mask,
                      block.addresses.data() + entry.first_address, counts);
    }
}

void RequestCounter::count_request(std::uint64_t request, Access access, std::uint32_t mask,
                                   const std::uint64_t* address, std::span<RequestCount> counts) const {
    std::array<LaneSectors, warp_size> lanes;
    std::size_t used = 0;
    const AllocationMap::Segment* segment = nullptr;
    std::uint32_t holder = AllocationMap::none;
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1, ++address) {
        if (segment == nullptr || *address < segment->begin || *address >= segment->end) {
            segment = allocations_.segment(access.space, *address);
            holder = segment != nullptr ? allocations_.holder(*segment, request) : AllocationMap::none;
        }
        if (holder == AllocationMap::none) continue;
        const std::uint64_t last = saturated_sum(*address, access.bytes - 1U);
        LaneSectors lane{holder, *address / sector_bytes, last / sector_bytes};
        if (access.space == Space::local) {
            // Sectors of one word are 8 lanes each; the word comes last so that a lane's words follow
            // one another.
            const auto eighth = static_cast<std::uint64_t>(std::countr_zero(rest)) / 8;
            lane.first = eighth << 62 | *address / 4;
            lane.last = eighth << 62 | last / 4;
        }
        if (used != 0 && lanes[used - 1].allocation == lane.allocation &&
            lanes[used - 1].first == lane.first && lanes[used - 1].last == lane.last)
            continue;
        lanes[used++] = lane;
    }
    const auto by_place = [](const LaneSectors& a, const LaneSectors& b) {
        return a.allocation != b.allocation ? a.allocation < b.allocation : a.first < b.first;
    };
    std::sort(lanes.begin(), lanes.begin() + static_cast<std::ptrdiff_t>(used), by_place);
    std::uint32_t allocation = AllocationMap::none;
    std::uint64_t next = 0; // first sector that is not counted yet
    for (std::size_t i = 0; i < used; ++i) {
        const LaneSectors& lane = lanes[i];
        RequestCount& count = counts[lane.allocation];
        if (lane.allocation != allocation) {
            allocation = lane.allocation;
            next = 0;
            ++count.requests;
        }
        if (access.space == Space::shared || lane.last < next) continue;
        count.sectors += lane.last - std::max(lane.first, next) + 1;
        next = lane.last + 1;
    }
}

} // namespace hitmap
