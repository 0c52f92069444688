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

/// Converts a step to a request of a recording with the allocations of the stream: each lane accesses the
/// first byte of its element.
[[nodiscard]] Request request_of(const TraversalStep& step, const RecordingInfo& info);

/// The element accesses of warps that traverse a tree of boxes over a square terrain, for tests and
/// benchmarks. Short segments are tested against the boxes of a complete binary tree in depth-first layout:
/// both child boxes are tested, the nearer child is visited first. The lanes of a warp run in lockstep;
/// leaves of four faces are processed when no lane is at an inner node any more. Warps of an SM take turns,
/// SMs advance together, and pixels are in scanline order. The stream is endless: each pass over the picture
/// starts at another position. It depends only on the seed, not on the sizes of the pieces that are read.
class TraversalStream {
public:
    /// The terrain has 2^size x 2^size cells of two triangles.
    TraversalStream(unsigned size, std::uint32_t sms, std::uint32_t warps_per_sm, std::uint32_t seed);

    [[nodiscard]] const RecordingInfo& info() const { return info_; }
    [[nodiscard]] const std::shared_ptr<const RecordedScene>& scene() const { return scene_; }
    [[nodiscard]] TraversalStep next();
    /// Replaces the requests' entries (without addresses) and the accesses by the next ones, with at least
    /// `accesses`.
    void fill(AccessBlock& block, std::size_t accesses);

private:
    struct Rect {
        std::array<float, 2> lower;
        std::array<float, 2> upper;
    };
    struct Node {
        std::uint32_t index; ///< inner node: in depth-first order of inner nodes; leaf: from the left
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
    unsigned depth_; ///< depth of the leaves
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
