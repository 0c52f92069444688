#include "core/replay/ray_unit.h"

#include "core/simt/kernel.h"

#include <algorithm>
#include <limits>

namespace hitmap {

namespace {

constexpr float never = std::numeric_limits<float>::infinity();

/// Where the ray leaves the box that it enters before its hit, or its hit.
float leave_box(const TracedRay& ray, const Aabb& box, const Hit& hit) {
    float far = hit.t;
    for (int axis = 0; axis < 3; ++axis) {
        const bool forwards = ray.inverse_direction[axis] >= 0.0F;
        const float plane = forwards ? box.upper[axis] : box.lower[axis];
        const float out = (plane - ray.origin[axis]) * ray.inverse_direction[axis];
        far = out < far ? out : far; // NaN (the ray lies in the plane) changes nothing
    }
    return far;
}

} // namespace

std::uint64_t RayUnit::address_of(const UnitTarget& target) const {
    return target.kind == UnitTarget::Kind::node ? tree_.nodes[target.first].address
                                                 : tree_.triangles[target.first];
}

void RayUnit::pop(Lane& lane, const Hit& hit) {
    lane.current = {};
    while (!lane.stack.empty()) {
        const Entered top = lane.stack.back();
        lane.stack.pop_back();
        if (!may_be_nearer(top.entry, hit)) continue;
        lane.current = top.target;
        return;
    }
}

RayUnit::Entered RayUnit::entered(const UnitTree::Child& child, const TracedRay& ray, const Hit& hit) const {
    Entered result{child.target, enter_box(ray, child.box, hit), 0.0F};
    if (!(result.entry < never)) return result;
    switch (order_) {
    case VisitOrder::nearest:
        result.key = result.entry;
        break;
    case VisitOrder::midpoint:
        result.key = result.entry + leave_box(ray, child.box, hit);
        break;
    case VisitOrder::longest:
        result.key = result.entry - leave_box(ray, child.box, hit);
        break;
    case VisitOrder::memory:
        break;
    }
    return result;
}

void RayUnit::visit_node(Lane& lane, const ReplayedRay& ray, const Hit& hit) {
    const UnitTree::Node& node = tree_.nodes[lane.current.first];
    sorted_.clear();
    for (std::uint32_t i = 0; i < node.children; ++i) {
        const Entered child = entered(tree_.children[node.first_child + i], ray.ray, hit);
        if (!(child.entry < never)) continue;
        const auto behind =
            std::ranges::find_if(sorted_, [&](const Entered& other) { return !(child.key < other.key); });
        sorted_.insert(behind, child);
    }
    if (sorted_.empty()) return pop(lane, hit);
    lane.current = sorted_.back().target;
    sorted_.pop_back();
    lane.stack.insert(lane.stack.end(), sorted_.begin(), sorted_.end());
}

void RayUnit::test_triangle(Lane& lane, const ReplayedRay& ray, Hit& hit) const {
    const std::uint32_t slot = lane.current.first;
    const TriangleCorners corners = triangles_.corners(slot);
    const Hit found = intersect_triangle(ray.ray, corners[0], corners[1], corners[2], slot);
    if (found.slot != no_slot &&
        becomes_hit(ray, found, hit, triangles_.traits[slot], triangles_.sources[slot], corners)) {
        hit = found;
        if (ray.ends_at_first_hit()) {
            lane.current = {};
            lane.stack.clear();
            return;
        }
    }
    ++lane.current.first;
    if (--lane.current.count == 0) pop(lane, hit);
}

void RayUnit::advance(Lane& lane, const ReplayedRay& ray, Hit& hit) {
    if (lane.current.kind == UnitTarget::Kind::node)
        visit_node(lane, ray, hit);
    else
        test_triangle(lane, ray, hit);
}

void RayUnit::fetch_of(UnitTarget::Kind kind, std::uint32_t instruction, const ReplayedWarp& warp,
                       FetchSink& out) {
    std::array<std::uint64_t, warp_size> addresses{};
    std::uint32_t fetching = 0;
    simt::for_each_lane(warp.lanes, [&](unsigned lane) {
        if (lanes_[lane].current.kind != kind) return;
        fetching |= 1U << lane;
        addresses[lane] = address_of(lanes_[lane].current);
    });
    if (fetching == 0) return;
    if (timing_ == UnitTiming::lockstep) return out.fetch(instruction, simt::Mask(fetching), addresses);
    for (std::uint32_t rest = fetching; rest != 0; rest &= rest - 1)
        out.fetch(instruction, simt::Mask(rest & -rest), addresses);
}

void RayUnit::trace(ReplayedWarp& warp, FetchSink& out) {
    simt::for_each_lane(warp.lanes, [&](unsigned lane) {
        lanes_[lane].current = tree_.root;
        lanes_[lane].stack.clear();
        warp.hits[lane] = Hit{.t = warp.rays[lane].tmax};
    });
    for (bool is_tracing = true; is_tracing;) {
        fetch_of(UnitTarget::Kind::node, node_instruction, warp, out);
        fetch_of(UnitTarget::Kind::triangles, triangle_instruction, warp, out);
        is_tracing = false;
        simt::for_each_lane(warp.lanes, [&](unsigned lane) {
            if (lanes_[lane].current.kind == UnitTarget::Kind::none) return;
            advance(lanes_[lane], warp.rays[lane], warp.hits[lane]);
            is_tracing |= lanes_[lane].current.kind != UnitTarget::Kind::none;
        });
    }
}

} // namespace hitmap
