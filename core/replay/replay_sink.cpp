#include "core/replay/replay_sink.h"

#include "core/base/error.h"
#include "core/simt/memory.h"
#include "core/trace/model/not_recorded.h"

#include <fmt/format.h>
#include <glm/vec3.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
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

bool is_number(const Ray& ray) {
    bool moves = false;
    for (int axis = 0; axis < 3; ++axis) {
        if (!std::isfinite(ray.origin[axis]) || !std::isfinite(ray.direction[axis])) return false;
        moves = moves || ray.direction[axis] != 0.0F;
    }
    return moves && !std::isnan(ray.tmin) && !std::isnan(ray.tmax);
}

ReplayedRay replayed(const Ray& traced) {
    ReplayedRay ray;
    ray.ray.origin = traced.origin;
    ray.ray.direction = traced.direction;
    ray.ray.inverse_direction = 1.0F / traced.direction;
    ray.tmin = traced.tmin;
    ray.tmax = traced.tmax;
    ray.flags = traced.flags;
    ray.mask = traced.mask;
    return ray;
}

} // namespace

ReplaySink::ReplaySink(const RecordingInfo& before, const ReplayedFaces& faces, RayTraversal& traversal,
                       const ReplayOptions& options, const std::vector<RayOutcome>& outcomes,
                       RecordingSink& out)
    : before_(before),
      faces_(faces),
      traversal_(traversal),
      options_(options),
      outcomes_(outcomes),
      out_(out),
      shift_(free_shift(before.allocations, traversal.allocations())) {
    for (const Allocation& allocation : traversal.allocations()) {
        if (allocation.space != Space::global) continue;
        counts_.bytes += allocation.bytes;
        // A node of hardware is an element of the kind box, since it has boxes.
        if (allocation.role == Role::nodes || (counts_.nodes == 0 && allocation.role == Role::boxes))
            counts_.nodes = allocation.element_count();
    }
}

RecordingInfo ReplaySink::tables(const RecordingInfo& info, const RecordedScene& scene) const {
    RecordingInfo result = info;
    for (auto& [name, value] : result.options)
        if (name == not_recorded_option && value.starts_with(driver_traversal))
            value += "; those of another tree were added in their place";
    for (Allocation allocation : traversal_.allocations()) {
        if (allocation.space == Space::global) allocation.address += shift_;
        result.allocations.push_back(std::move(allocation));
    }
    const std::vector<Instruction>& added = traversal_.instructions();
    result.instructions.insert(result.instructions.end(), added.begin(), added.end());
    const std::vector<SourceText> sources = traversal_.source_texts();
    result.sources.insert(result.sources.end(), sources.begin(), sources.end());
    for (auto& [name, value] : option_texts(options_))
        result.options.emplace_back("replay-" + name, std::move(value));
    result.origins.push_back({std::string(traversal_field), Origin::assumed});
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
    std::uint32_t numbers = 0;
    std::size_t rank = 0;
    for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1, ++rank) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        const Ray& traced = lanes.rays[rank];
        if (!is_number(traced)) continue;
        numbers |= 1U << lane;
        warp_.rays[lane] = replayed(traced);
        const RayOutcome& outcome = outcomes_[next_ray_ + rank];
        if (outcome.kind != RayOutcome::Kind::hit) continue;
        const RayHit& hit = outcome.hit;
        if (hit.shape == HitShape::box)
            warp_.rays[lane].tmax = std::min(traced.tmax, hit.t); // as far as the box lets it go
        else
            warp_.rays[lane].hit_face =
                faces_.face_of(hit.instance, hit.geometry, hit.primitive).value_or(no_face);
    }
    warp_.lanes = simt::Mask(numbers);
    if (numbers != 0) {
        request_.launch = event.launch;
        place_ = {event.warp, event.sm, event.slot};
        traversal_.trace(place_, warp_, *this);
    }
    rank = 0;
    for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1, ++rank) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        compare(outcomes_[next_ray_++], lanes.rays[rank], warp_.hits[lane], (numbers >> lane & 1U) != 0);
    }
}

void ReplaySink::compare(const RayOutcome& outcome, const Ray& ray, const Hit& hit, bool is_number) {
    ++counts_.rays;
    if (!is_number) ++counts_.not_numbers;
    if (outcome.kind == RayOutcome::Kind::unknown) return;
    ++counts_.asked;
    if (outcome.kind == RayOutcome::Kind::hit && outcome.hit.shape == HitShape::box) {
        ++counts_.in_boxes;
        return;
    }
    const bool hits = is_number && hit.slot != no_slot;
    if (outcome.kind == RayOutcome::Kind::missed)
        counts_.agreeing += hits ? 0 : 1;
    else if (hits && (ray.flags & ray_ends_at_first_hit) != 0)
        ++counts_.agreeing; // which one is first depends on the tree
    else if (hits)
        counts_.agreeing += faces_.face_of(outcome.hit.instance, outcome.hit.geometry,
                                           outcome.hit.primitive) == traversal_.sources()[hit.slot]
                                ? 1
                                : 0;
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
