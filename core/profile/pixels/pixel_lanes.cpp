#include "core/profile/pixels/pixel_lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace hitmap {

std::string why_launches_have_no_pixels(const RecordingInfo& info) {
    const auto fits = [&](const Launch& launch) {
        return thread_order_of(launch, info.scene.width, info.scene.height).has_value();
    };
    if (std::any_of(info.launches.begin(), info.launches.end(), fits)) return {};
    return fmt::format("there are no lane tags, and no launch has one thread for each of the {}x{} pixels",
                       info.scene.width, info.scene.height);
}

PixelLanes::PixelLanes(const RecordingInfo& info, CountedForPixels counted, std::span<const LaneTagRun> tags)
    : info_(info), counted_(std::move(counted)) {
    if (!counted_.parts.allocations.empty()) allocations_.emplace(info);
    if (tags.empty()) return;
    const std::uint64_t pixels = std::uint64_t{info.scene.width} * info.scene.height;
    tagged_.emplace(tags, [&](const LaneTag& tag) {
        const bool counts = tag.work_item < pixels && (!counted_.rays || counted_.rays->has(tag));
        return counts ? tag.work_item : no_pixel;
    });
}

PixelLanes::Lanes PixelLanes::of(const RequestView& block, std::size_t request,
                                 std::span<const ElementAccess> accesses) {
    const RequestBlock::Entry& entry = block.entries[request];
    if (!counted_.parts.counts_instruction(entry.instruction)) return {};
    const std::uint64_t number = block.first_request.value + request;
    const Pixels* const pixels = pixels_of(number, entry);
    if (pixels == nullptr) return {};
    Lanes lanes{0, pixels};
    const Space space = info_.instructions[entry.instruction].space;
    const std::uint64_t* address = block.addresses.data() + entry.first_address;
    for (std::uint32_t rest = entry.mask; rest != 0; rest &= rest - 1, ++address) {
        if ((*pixels)[static_cast<std::size_t>(std::countr_zero(rest))] == no_pixel) continue;
        if (!allocations_ || is_in_allocation(space, *address, number)) lanes.mask |= rest & ~(rest - 1);
    }
    if (counted_.elements == nullptr) return lanes;
    std::uint32_t choosing = 0;
    for (const ElementAccess& access : accesses)
        if (counts(access)) choosing |= std::uint32_t{1} << access.lane;
    lanes.mask &= choosing;
    return lanes;
}

const PixelLanes::Pixels* PixelLanes::pixels_of(std::uint64_t request, const RequestBlock::Entry& entry) {
    if (!tagged_) return &pixels_of_threads(entry);
    const LaneTagTracker::Warp* const warp = tagged_->at(request, entry);
    return warp != nullptr ? &warp->lanes : nullptr;
}

const PixelLanes::Pixels& PixelLanes::pixels_of_threads(const RequestBlock::Entry& entry) {
    if (std::exchange(launch_, entry.launch) != entry.launch) warps_.clear();
    const auto [place, is_new] = warps_.try_emplace(entry.warp);
    if (!is_new) return place->second;
    place->second.fill(no_pixel);
    const Launch& launch = info_.launches[entry.launch];
    const std::uint32_t width = info_.scene.width;
    const std::uint32_t height = info_.scene.height;
    const auto order = thread_order_of(launch, width, height);
    const unsigned lanes = info_.device.warp_size;
    for (unsigned lane = 0; lane < lanes && order; ++lane)
        place->second[lane] =
            pixel_of_thread(launch, entry.warp, lane, lanes, *order, width, height).value_or(no_pixel);
    return place->second;
}

bool PixelLanes::is_in_allocation(Space space, std::uint64_t address, std::uint64_t request) {
    const AllocationMap::Segment* const segment = allocations_->segment(space, address);
    if (segment == nullptr) return false;
    const std::uint32_t owner = allocations_->owner(*segment, request);
    return owner != AllocationMap::none && counted_.parts.counts_allocation(owner);
}

} // namespace hitmap
