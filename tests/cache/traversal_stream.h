#pragma once

#include "core/cache/results/access_block.h"
#include "core/trace/model/recording.h"

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <random>
#include <vector>

namespace hitmap {

/// One instruction of one warp on elements.
struct TraversalStep {
    std::uint32_t sm = 0;
    std::uint32_t warp = 0;
    std::uint32_t mask = 0;
    ElementKindId kind = box_kind;
    std::array<std::uint32_t, warp_size> element{};
};

/// A step as a request of a recording with the stream's allocations: each lane at the first byte of its
/// element.
[[nodiscard]] Request request_of(const TraversalStep& step, const RecordingInfo& info);

/// The element accesses of warps that traverse a tree of boxes over a square terrain, for tests and
/// benchmarks: short segments against the boxes of a complete binary tree in depth-first layout, both child
/// boxes tested, nearer child first, lanes of a warp in lockstep, leaves of four faces when no lane is at an
/// inner node any more, warps of an SM taking turns, SMs advancing together, pixels in scanline order.
/// Endless: pass after pass over the picture, from a shifted place. The same for a seed, whatever the size
/// of the pieces that are asked for.
class TraversalStream {
public:
    /// Terrain of 2^size x 2^size cells of two triangles.
    TraversalStream(unsigned size, std::uint32_t sms, std::uint32_t warps_per_sm, std::uint32_t seed);

    [[nodiscard]] const RecordingInfo& info() const { return info_; }
    [[nodiscard]] const std::shared_ptr<const RecordedScene>& scene() const { return scene_; }
    [[nodiscard]] TraversalStep next();
    /// Replaces requests' entries (without addresses) and accesses by the next ones, at least `accesses`.
    void fill(AccessBlock& block, std::size_t accesses);

private:
    struct Rect {
        std::array<float, 2> lower;
        std::array<float, 2> upper;
    };
    struct Node {
        std::uint32_t index; ///< inner: in depth-first order of inner nodes; leaf: from the left
        unsigned depth;
        Rect rect;
    };
    struct Lane {
        std::array<float, 2> from{};
        std::array<float, 2> to{};
        std::vector<Node> stack;
    };
    struct Warp {
        std::uint32_t number = 0;
        std::array<Lane, warp_size> lanes;
        std::deque<TraversalStep> pending;
    };

    void make_scene();
    void start(Warp& warp);
    void advance(Warp& warp);
    [[nodiscard]] bool is_leaf(const Node& node) const { return node.depth == depth_; }
    [[nodiscard]] std::array<Node, 2> children(const Node& node) const;
    void visit(Lane& lane) const;

    unsigned size_;
    unsigned depth_; ///< of leaves
    std::uint32_t sms_;
    std::mt19937 random_;
    std::array<float, 2> shift_{};
    RecordingInfo info_;
    std::shared_ptr<const RecordedScene> scene_;
    std::vector<Warp> warps_; ///< [sm * warps_per_sm + slot]
    std::uint32_t warps_per_sm_;
    std::uint32_t next_pixel_ = 0;
    std::uint32_t next_warp_ = 0;
    std::uint64_t turn_ = 0;
};

} // namespace hitmap
