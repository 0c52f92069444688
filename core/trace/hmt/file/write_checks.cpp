#include "core/trace/hmt/file/write_checks.h"

#include "core/base/error.h"
#include "core/trace/hmt/chunks/sums_codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hitmap::hmt {

namespace {

/// Names a request or an event in messages.
struct Place {
    std::string_view what;
    std::uint64_t number;
};

void check_below(const Place& place, std::string_view what, std::uint64_t value, std::uint64_t limit) {
    if (value >= limit)
        throw Error(fmt::format("{} {}: expected {} below {}, found {}", place.what, place.number, what,
                                limit, value));
}

/// Checks what requests and events have in common.
template <class Entry>
void check_entry(const Entry& entry, const RecordingInfo& info, const Place& place) {
    const Device& device = info.device;
    check_below(place, "a launch", entry.launch, info.launches.size());
    check_below(place, "an SM", entry.sm, device.sm_count != 0 ? device.sm_count : RecordingLimits::sms);
    check_below(place, "a warp slot", entry.slot,
                device.warp_slots_per_sm != 0 ? device.warp_slots_per_sm
                                              : RecordingLimits::warp_slots_per_sm);
    if (entry.mask == 0)
        throw Error(fmt::format("{} {}: expected an active lane, found none", place.what, place.number));
    if ((entry.mask & ~all_lanes(device.warp_size)) != 0)
        throw Error(fmt::format("{} {}: expected active lanes within {:#x}, found {:#x}", place.what,
                                place.number, all_lanes(device.warp_size), entry.mask));
}

} // namespace

void check_request(const Request& request, const RecordingInfo& info, std::uint64_t number) {
    if (info.has_sums()) throw Error("expected no requests in a recording with sums, found one");
    const Place place{"request", number};
    check_below(place, "an instruction", request.instruction, info.instructions.size());
    check_entry(request, info, place);
}

void check_event(const BlockExecution& event, const RecordingInfo& info, std::uint64_t number) {
    const Place place{"execution event", number};
    check_below(place, "a basic block", event.block, info.basic_blocks.size());
    check_entry(event, info, place);
}

void check_event(const RayEvent& event, const RayLanes& lanes, const RecordingInfo& info) {
    const Place place{"ray event", info.rays.events};
    check_below(place, "a place", event.place, info.ray_places.size());
    check_entry(event, info, place);
    const RayEventKind kind = info.ray_places[event.place].kind;
    if (event.kind != kind)
        throw Error(fmt::format("{} {}: expected the kind of its place, {}, found {}", place.what,
                                place.number, static_cast<unsigned>(kind),
                                static_cast<unsigned>(event.kind)));
    const auto count = static_cast<std::size_t>(std::popcount(event.mask));
    const std::size_t rays = has_rays(kind) ? count : 0;
    const std::size_t hits = has_hits(kind) ? count : 0;
    if (lanes.rays.size() != rays || lanes.hits.size() != hits)
        throw Error(fmt::format("{} {}: expected {} rays and {} hits, found {} and {}", place.what,
                                place.number, rays, hits, lanes.rays.size(), lanes.hits.size()));
    for (const RayHit& hit : lanes.hits)
        if (static_cast<std::uint8_t>(hit.shape) >= hit_shape_count)
            throw Error(fmt::format("{} {}: expected a shape below {}, found {}", place.what, place.number,
                                    hit_shape_count, static_cast<unsigned>(hit.shape)));
}

void check_tag(const LaneTagRun& run, const RecordingInfo& info) {
    if (run.lane >= info.device.warp_size)
        throw Error(
            fmt::format("lane tag: expected a lane below {}, found {}", info.device.warp_size, run.lane));
    if (run.launch >= info.launches.size())
        throw Error(
            fmt::format("lane tag: expected a launch below {}, found {}", info.launches.size(), run.launch));
}

void check_frame(std::span<const RecordedSum> sums, const ElementAccessFinder& elements) {
    PerKind<std::uint64_t> counts;
    for (ElementKindId kind = 0; kind < counts.size(); ++kind)
        counts[kind] = elements.element_count(kind);
    std::vector<std::pair<ElementKindId, std::uint32_t>> keys;
    keys.reserve(sums.size());
    for (const RecordedSum& sum : sums) {
        if (const std::string complaint = complaint_about(sum, counts); !complaint.empty())
            throw Error(complaint);
        keys.emplace_back(sum.kind, sum.element);
    }
    std::ranges::sort(keys);
    if (const auto twice = std::ranges::adjacent_find(keys); twice != keys.end())
        throw Error(fmt::format("expected one sum for each element, found two for {} {}",
                                element_kinds()[twice->first].name, twice->second));
}

void check_contents(const RecordingInfo& info) {
    for (const Allocation& allocation : info.allocations)
        if (!allocation.contents.empty() && allocation.contents.size() != allocation.bytes)
            throw Error(fmt::format("allocation '{}': expected contents of {} bytes, found {}",
                                    allocation.name, allocation.bytes, allocation.contents.size()));
}

void check_added(const Instruction& instruction, const RecordingInfo& info) {
    const auto expect_at_most = [&](std::string_view what, std::uint64_t limit, std::uint64_t found) {
        if (found > limit) throw Error(fmt::format("expected at most {} {}, found {}", limit, what, found));
    };
    expect_at_most("instructions", RecordingLimits::table_rows, info.instructions.size() + 1);
    expect_at_most("bytes per lane", RecordingLimits::bytes_per_lane, instruction.bytes_per_lane);
    expect_at_most("inlined calls", RecordingLimits::inlined_calls, instruction.inlined_at.size());
}

} // namespace hitmap::hmt
