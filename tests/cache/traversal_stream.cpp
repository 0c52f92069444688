#include "tests/cache/traversal_stream.h"

#include "tests/trace/buffer.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace hitmap {

namespace {

constexpr std::uint32_t picture = 512; ///< width and height in pixels
constexpr std::uint32_t leaf_faces = 4;

/// The parameter at which a segment enters a rectangle; above 1 if it misses it.
float entry(const std::array<float, 2>& from, const std::array<float, 2>& to,
            const std::array<float, 2>& lower, const std::array<float, 2>& upper) {
    float enter = 0;
    float leave = 1;
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const float inverse = 1 / (to[axis] - from[axis]);
        const float a = (lower[axis] - from[axis]) * inverse;
        const float b = (upper[axis] - from[axis]) * inverse;
        enter = std::max(enter, std::min(a, b));
        leave = std::min(leave, std::max(a, b));
    }
    return enter <= leave ? enter : 2.0F;
}

/// Extracts the bits of one axis from a Morton code.
std::uint32_t squeezed(std::uint64_t code) {
    std::uint32_t value = 0;
    for (unsigned bit = 0; bit < 32; ++bit)
        value |= static_cast<std::uint32_t>((code >> (2 * bit)) & 1U) << bit;
    return value;
}

} // namespace

Request request_of(const TraversalStep& step, const RecordingInfo& info) {
    Request request;
    request.sm = step.sm;
    request.warp = step.warp;
    request.mask = step.mask;
    const Allocation& elements = info.allocations[step.kind == box_kind ? 0 : 1];
    for (unsigned lane = 0; lane < warp_size; ++lane)
        request.address[lane] = elements.address + std::uint64_t{step.element[lane]} * elements.stride;
    return request;
}

TraversalStream::TraversalStream(unsigned size, std::uint32_t sms, std::uint32_t warps_per_sm,
                                 std::uint32_t seed)
    : size_(size),
      depth_(2 * size - 1),
      sms_(sms),
      random_(seed),
      warps_(std::size_t{sms} * warps_per_sm),
      warps_per_sm_(warps_per_sm) {
    make_scene();
    for (Warp& warp : warps_)
        start(warp);
}

void TraversalStream::make_scene() {
    const std::uint32_t side = 1U << size_;
    auto scene = std::make_shared<RecordedScene>();
    scene->face_slots.reserve(std::size_t{2} * side * side);
    for (std::uint64_t cell = 0; cell < std::uint64_t{side} * side; ++cell) {
        const std::uint32_t x = squeezed(cell >> 1U);
        const std::uint32_t y = squeezed(cell);
        const std::uint32_t corner = y * (side + 1) + x;
        scene->face_slots.emplace_back(corner, corner + 1, corner + side + 1);
        scene->face_slots.emplace_back(corner + 1, corner + side + 2, corner + side + 1);
    }
    info_.device.sm_count = sms_;
    info_.launches.resize(1);
    const std::uint64_t inner = (std::uint64_t{1} << depth_) - 1;
    const auto aligned = [](std::uint64_t bytes) { return (bytes + 255) / 256 * 256; };
    const std::uint64_t boxes = 0x7000'0000'0000;
    const std::uint64_t faces = boxes + aligned(2 * inner * 24);
    const std::uint64_t vertices = faces + aligned(scene->face_slots.size() * 12);
    info_.allocations = {
        test::buffer("boxes", Role::boxes, boxes, 2 * inner, 24),
        test::buffer("faces", Role::faces, faces, scene->face_slots.size(), 12),
        test::buffer("vertices", Role::vertices, vertices, std::uint64_t{side + 1} * (side + 1), 12)};
    scene_ = std::move(scene);
}

void TraversalStream::start(Warp& warp) {
    warp.number = next_warp_++;
    for (Lane& lane : warp.lanes) {
        if (next_pixel_ == picture * picture) {
            next_pixel_ = 0;
            std::uniform_real_distribution<float> anywhere(0.0F, 0.3F);
            shift_ = {anywhere(random_), anywhere(random_)};
        }
        const auto x = static_cast<float>(next_pixel_ % picture) / picture;
        const auto y = static_cast<float>(next_pixel_ / picture) / picture;
        ++next_pixel_;
        // Segments are longer for flat viewing angles, with some noise between lanes.
        const float length = 0.004F + 0.012F * (1 - y) + static_cast<float>(random_() % 1024) * 2e-6F;
        lane.from = {0.7F * x + shift_[0], 0.7F * y + shift_[1]};
        lane.to = {lane.from[0] + 0.6F * length, lane.from[1] + 0.8F * length};
        lane.stack.assign(1, {0, 0, {{0, 0}, {1.02F, 1.02F}}});
    }
    advance(warp);
}

std::array<TraversalStream::Node, 2> TraversalStream::children(const Node& node) const {
    const unsigned depth = node.depth + 1;
    const std::size_t axis = depth % 2;
    std::array<Node, 2> result{Node{0, depth, node.rect}, Node{0, depth, node.rect}};
    const float middle = (node.rect.lower[axis] + node.rect.upper[axis]) / 2;
    // Boxes overlap slightly, like boxes around triangles.
    const float overlap = 0.02F * (node.rect.upper[axis] - node.rect.lower[axis]);
    result[0].rect.upper[axis] = middle + overlap;
    result[1].rect.lower[axis] = middle - overlap;
    if (depth == depth_) return result; // below, indices of leaves are computed from the path
    result[0].index = node.index + 1;
    result[1].index = node.index + (1U << (depth_ - depth));
    return result;
}

void TraversalStream::visit(Lane& lane) const {
    const Node node = lane.stack.back();
    lane.stack.pop_back();
    auto child = children(node);
    if (child[0].depth == depth_) {
        // Converts the depth-first number of an inner node of the last level to the number of its leaves from
        // the left.
        std::uint32_t left = 0;
        std::uint32_t rest = node.index;
        for (unsigned depth = 0; depth + 1 < depth_; ++depth) {
            const std::uint32_t half = (1U << (depth_ - depth - 1)) - 1;
            rest -= 1;
            left *= 2;
            if (rest >= half) {
                rest -= half;
                ++left;
            }
        }
        child[0].index = 2 * left;
        child[1].index = 2 * left + 1;
    }
    const float enter0 = entry(lane.from, lane.to, child[0].rect.lower, child[0].rect.upper);
    const float enter1 = entry(lane.from, lane.to, child[1].rect.lower, child[1].rect.upper);
    const bool swapped = enter1 < enter0;
    if (std::max(enter0, enter1) <= 1) lane.stack.push_back(child[swapped ? 0 : 1]);
    if (std::min(enter0, enter1) <= 1) lane.stack.push_back(child[swapped ? 1 : 0]);
}

void TraversalStream::advance(Warp& warp) {
    TraversalStep step;
    step.warp = warp.number;
    std::uint32_t inner = 0;
    std::uint32_t leaves = 0;
    for (unsigned l = 0; l < warp_size; ++l)
        if (!warp.lanes[l].stack.empty()) (is_leaf(warp.lanes[l].stack.back()) ? leaves : inner) |= 1U << l;
    const bool at_leaves = inner == 0;
    step.mask = at_leaves ? leaves : inner;
    step.kind = at_leaves ? face_kind : box_kind;
    const std::uint32_t width = at_leaves ? leaf_faces : 2;
    for (std::uint32_t i = 0; i < width; ++i) {
        for (unsigned l = 0; l < warp_size; ++l)
            if ((step.mask >> l & 1U) != 0) step.element[l] = width * warp.lanes[l].stack.back().index + i;
        warp.pending.push_back(step);
    }
    for (unsigned l = 0; l < warp_size; ++l) {
        if ((step.mask >> l & 1U) == 0) continue;
        if (at_leaves)
            warp.lanes[l].stack.pop_back();
        else
            visit(warp.lanes[l]);
    }
}

TraversalStep TraversalStream::next() {
    const auto sm = static_cast<std::uint32_t>(turn_ % sms_);
    const auto slot = static_cast<std::uint32_t>(turn_ / sms_ % warps_per_sm_);
    ++turn_;
    Warp& warp = warps_[std::size_t{sm} * warps_per_sm_ + slot];
    TraversalStep step = warp.pending.front();
    warp.pending.pop_front();
    step.sm = sm;
    if (!warp.pending.empty()) return step;
    const bool done = std::all_of(warp.lanes.begin(), warp.lanes.end(),
                                  [](const Lane& lane) { return lane.stack.empty(); });
    done ? start(warp) : advance(warp);
    return step;
}

void TraversalStream::fill(AccessBlock& block, std::size_t accesses) {
    RequestBlock& requests = block.writable_requests();
    requests.clear();
    block.accesses.clear();
    while (block.accesses.size() < accesses) {
        const TraversalStep step = next();
        const auto entry = static_cast<std::uint32_t>(requests.entries.size());
        requests.entries.push_back({0, step.sm, step.warp, 0, 0, step.mask, 0});
        for (std::uint32_t lanes = step.mask; lanes != 0; lanes &= lanes - 1) {
            const auto lane = static_cast<std::uint8_t>(std::countr_zero(lanes));
            block.accesses.push_back({step.element[lane], step.kind, lane, 0, entry});
        }
    }
    block.see_all();
}

} // namespace hitmap
