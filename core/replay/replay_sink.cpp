#include "core/replay/replay_sink.h"

#include "core/base/error.h"
#include "core/simt/memory.h"
#include "core/trace/model/estimates.h"
#include "core/trace/model/not_recorded.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

/// Where the buffers of the tree are, if no recorded buffer is there: far from what drivers use.
constexpr std::uint64_t usual_address = std::uint64_t{0x1000'0000'0000};

/// The distance by which all allocations can be moved so that they are apart from the recorded ones. Throws
/// Error if there is no room for them.
std::uint64_t free_shift(std::vector<Allocation> recorded, const std::vector<Allocation>& added) {
    std::uint64_t first = ~std::uint64_t{0};
    std::uint64_t last = 0;
    for (const Allocation& allocation : added)
        if (allocation.space == Space::global) {
            first = std::min(first, allocation.address);
            last = std::max(last, allocation.address + allocation.bytes);
        }
    if (last == 0) return 0;
    constexpr std::uint64_t step = simt::AddressSpace::alignment;
    constexpr std::uint64_t most = ~std::uint64_t{0} - step;
    std::ranges::sort(recorded, {}, &Allocation::address);
    std::uint64_t base = usual_address;
    for (const Allocation& other : recorded) {
        const std::uint64_t end = other.address + other.bytes;
        if (other.space != Space::global || end <= base) continue;
        if (other.address >= base && other.address - base >= last - first) break;
        if (end > most)
            throw Error("expected room for the buffers of a tree behind the recorded ones, found none");
        base = (end / step + 1) * step;
    }
    if (base > most - (last - first))
        throw Error("expected room for the buffers of a tree behind the recorded ones, found none");
    return base - first;
}

/// Whether the ray of a place is a query's: in shaders of pipelines it can be either, and is taken for one
/// that calls their shaders.
bool traces_query(const RayPlace& place) {
    return place.stage != "ray generation" && place.stage != "closest hit" && place.stage != "miss";
}

} // namespace

LoggedWarp logged_warp(const RayEvent& event, const RayLanes& lanes, const RayOutcomes& outcomes,
                       std::uint64_t first, const RecordingInfo& before) {
    LoggedWarp warp;
    warp.lanes = simt::Mask(event.mask);
    warp.outcomes = &outcomes;
    warp.is_query = traces_query(before.ray_places[event.place]);
    std::size_t rank = 0;
    simt::for_each_lane(warp.lanes, [&](unsigned lane) {
        warp.rays[lane] = &lanes.rays[rank];
        warp.numbers[lane] = first + rank++;
    });
    return warp;
}

ReplaySink::ReplaySink(const RecordingInfo& before, RayTraversal& traversal, const ReplayOptions& options,
                       const RayOutcomes& outcomes, Origin origin, RecordingSink& out)
    : before_(before),
      traversal_(traversal),
      options_(options),
      outcomes_(outcomes),
      origin_(origin),
      out_(out),
      shift_(traversal.is_of_driver() ? 0 : free_shift(before.allocations, traversal.allocations())) {
    counts_.is_of_driver = traversal.is_of_driver();
    std::uint64_t with_boxes = 0;
    for (const Allocation& allocation : traversal.allocations()) {
        if (allocation.space != Space::global) continue;
        counts_.bytes += allocation.bytes;
        if (allocation.role == Role::nodes) counts_.nodes += allocation.element_count();
        if (allocation.role == Role::boxes) with_boxes += allocation.element_count();
    }
    // A node of hardware is an element of the kind box, since it has boxes.
    if (counts_.nodes == 0) counts_.nodes = with_boxes;
}

/// The tree's own buffers are first where they are parts of recorded ones: bytes belong to the first.
void ReplaySink::add_allocations(RecordingInfo& info) const {
    std::vector<Allocation> added = traversal_.allocations();
    for (Allocation& allocation : added)
        if (allocation.space == Space::global) allocation.address += shift_;
    const auto at = traversal_.is_of_driver() ? info.allocations.begin() : info.allocations.end();
    info.allocations.insert(at, added.begin(), added.end());
}

RecordingInfo ReplaySink::tables(const RecordingInfo& info, const RecordedScene& scene) const {
    RecordingInfo result = info;
    for (auto& [name, value] : result.options)
        if (name == not_recorded_option && value.starts_with(driver_traversal))
            value += traversal_.is_of_driver() ? "; those of a replay were added in their place"
                                               : "; those of another tree were added in their place";
    add_allocations(result);
    for (Instruction instruction : traversal_.instructions()) {
        if (options_.unit_cache == UnitCache::none) instruction.cache = CacheOperator::global;
        result.instructions.push_back(std::move(instruction));
    }
    const std::vector<SourceText> sources = traversal_.source_texts();
    result.sources.insert(result.sources.end(), sources.begin(), sources.end());
    for (auto& [name, value] : option_texts(options_))
        result.options.emplace_back("replay-" + name, std::move(value));
    result.origins.push_back({std::string(traversal_field), origin_});
    result.scene = scene.summary();
    result.launches.clear();
    return result;
}

void ReplaySink::begin(const RecordingInfo& info, const RecordedScene* /*scene*/) {
    const RecordedScene scene = traversal_.recorded();
    out_.begin(tables(info, scene), &scene);
}

void ReplaySink::begin_launch(const Launch& launch) {
    Launch with_stack = launch;
    with_stack.local_bytes = std::max(launch.local_bytes, traversal_.local_bytes());
    launches_.push_back(with_stack);
    out_.begin_launch(with_stack);
}

void ReplaySink::trace_rays(const RayEvent& event, const RayLanes& lanes) {
    out_.trace_rays(event, lanes);
    if (event.kind == RayEventKind::traced) replay(event, lanes);
}

void ReplaySink::replay(const RayEvent& event, const RayLanes& lanes) {
    const LoggedWarp warp = logged_warp(event, lanes, outcomes_, next_ray_, before_);
    next_ray_ += lanes.rays.size();
    request_.launch = event.launch;
    place_ = {event.warp, event.sm, event.slot};
    traversal_.trace(place_, warp, ends_, *this);
    counts_.add(warp, ends_);
}

void ReplaySink::fetch(std::uint32_t instruction, simt::Mask lanes,
                       const std::array<std::uint64_t, warp_size>& address) {
    request_.sm = place_.sm;
    request_.warp = place_.index;
    request_.slot = place_.slot;
    request_.instruction = static_cast<std::uint32_t>(before_.instructions.size()) + instruction;
    request_.mask = lanes.bits();
    request_.address = address;
    if (traversal_.instructions()[instruction].space == Space::global)
        simt::for_each_lane(lanes, [&](unsigned lane) { request_.address[lane] += shift_; });
    out_.add(request_);
    ++counts_.requests;
}

void ReplaySink::finish() {
    FinalTables tables;
    tables.device = before_.device;
    tables.options.emplace_back(replay_option, text_of(counts_));
    tables.launches = launches_;
    out_.complete(tables);
    out_.finish();
}

} // namespace hitmap
