#include "core/cache/coalescing/allocation_map.h"

#include "core/base/error.h"
#include "core/trace/model/allocation_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace hitmap {

namespace {

/// Limit of the number of owners of all segments together, about 100 ms of work. Allocations that do not
/// overlap have one each.
constexpr std::size_t most_owners = std::size_t{1} << 20;

/// The address and the request at which an allocation starts or ends.
struct Border {
    std::uint64_t at;
    std::uint32_t allocation;
    bool begins;
};

/// Calls piece(at, next, active) for each interval between borders, with the allocations that contain it.
template <class Visit>
void sweep(std::vector<Border>& borders, const Visit& piece) {
    std::sort(borders.begin(), borders.end(), [](const Border& a, const Border& b) { return a.at < b.at; });
    std::set<std::uint32_t> active;
    for (std::size_t i = 0; i < borders.size();) {
        const std::uint64_t at = borders[i].at;
        for (; i < borders.size() && borders[i].at == at; ++i) {
            if (borders[i].begins)
                active.insert(borders[i].allocation);
            else
                active.erase(borders[i].allocation);
        }
        piece(at, i < borders.size() ? borders[i].at : at, active);
    }
}

} // namespace

AllocationMap::AllocationMap(const RecordingInfo& info) {
    for (const Space space : {Space::global, Space::local, Space::shared})
        add_space(info, space);
}

void AllocationMap::add_space(const RecordingInfo& info, Space space) {
    std::vector<Border> borders;
    for (std::uint32_t i = 0; i < info.allocations.size(); ++i) {
        const Allocation& a = info.allocations[i];
        if (a.space != space || end_of(a) == a.address || a.first_request.value >= a.last_request.value)
            continue;
        borders.push_back({a.address, i, true});
        borders.push_back({end_of(a), i, false});
    }
    sweep(borders, [&](std::uint64_t begin, std::uint64_t end, const std::set<std::uint32_t>& active) {
        if (!active.empty()) add_segment(info, space, begin, end, active);
    });
}

void AllocationMap::add_segment(const RecordingInfo& info, Space space, std::uint64_t begin,
                                std::uint64_t end, const std::set<std::uint32_t>& active) {
    owners_ += active.size();
    if (owners_ > most_owners)
        throw Error(fmt::format("allocations overlap too often: {} of them hold address {:#x}", active.size(),
                                begin));
    std::vector<Border> borders;
    for (const std::uint32_t i : active) {
        borders.push_back({info.allocations[i].first_request.value, i, true});
        borders.push_back({info.allocations[i].last_request.value, i, false});
    }
    const auto first = static_cast<std::uint32_t>(pieces_.size());
    sweep(borders, [&](std::uint64_t from, std::uint64_t /*to*/, const std::set<std::uint32_t>& owners) {
        pieces_.push_back({from, owners.empty() ? none : *owners.begin()});
    });
    segments_[static_cast<std::size_t>(space)].push_back(
        {begin, end, first, static_cast<std::uint32_t>(pieces_.size()) - first});
}

const AllocationMap::Segment* AllocationMap::segment(Space space, std::uint64_t address) const {
    const auto& segments = segments_[static_cast<std::size_t>(space)];
    const auto after =
        std::upper_bound(segments.begin(), segments.end(), address,
                         [](std::uint64_t value, const Segment& segment) { return value < segment.begin; });
    if (after == segments.begin()) return nullptr;
    const Segment& before = *(after - 1);
    return address < before.end ? &before : nullptr;
}

AllocationMap::Ownership AllocationMap::ownership(const Segment& segment, std::uint64_t request) const {
    const auto pieces = std::span(pieces_).subspan(segment.first_piece, segment.pieces);
    const auto after =
        std::upper_bound(pieces.begin(), pieces.end(), request,
                         [](std::uint64_t value, const Piece& piece) { return value < piece.first_request; });
    const std::uint64_t last =
        after == pieces.end() ? std::numeric_limits<std::uint64_t>::max() : after->first_request;
    if (after == pieces.begin()) return {none, 0, last};
    return {(after - 1)->allocation, (after - 1)->first_request, last};
}

} // namespace hitmap
