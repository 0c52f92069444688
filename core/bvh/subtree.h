#pragma once

#include "core/bvh/bvh.h"
#include "core/bvh/sweep_box.h"
#include "core/bvh/triangle_ref.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Part of a tree in the layout of Bvh. All its references are relative, so that subtrees are joined by
/// concatenation.
struct Subtree {
    std::vector<std::uint32_t> nodes;
    std::vector<Aabb> boxes;
    std::vector<std::int32_t> slot_faces;
    std::uint32_t depth = 0; ///< deepest level, where the root of the whole tree has level 0
    double cost = 0.0;       ///< sum of the areas of its interior nodes, and of its leaves' areas times their
                             ///< number of triangles

    /// Appends a leaf with the faces face_of(0), face_of(1), ... (`triangles` of them) in rising order, then
    /// padding.
    template <class FaceOf>
    void append_leaf(std::uint32_t leaf_size, std::size_t triangles, FaceOf face_of) {
        nodes.push_back(NodeWord::leaf_bit | static_cast<std::uint32_t>(triangles));
        const std::size_t first = slot_faces.size();
        slot_faces.resize(first + leaf_size, Bvh::padding);
        const std::span faces(slot_faces.data() + first, triangles);
        for (std::size_t i = 0; i < triangles; ++i)
            faces[i] = static_cast<std::int32_t>(face_of(i));
        std::sort(faces.begin(), faces.end());
    }
    void shrink_to_fit() {
        nodes.shrink_to_fit();
        boxes.shrink_to_fit();
        slot_faces.shrink_to_fit();
    }
};

/// Builds the lower parts of the tree, each in one thread. For the surface-area heuristic, every split is the
/// best of all splits of the triangles sorted along the three axes (full sweep). A node becomes a leaf if
/// that costs no more than the best tree found below it.
class SubtreeBuilder {
public:
    explicit SubtreeBuilder(const BvhOptions& options) : options_(options) {}

    /// @param refs   at least one triangle, at most 2^32 - 1
    /// @param depth  level of the subtree's root; fits_below(depth, refs.size())
    /// Throws Cancelled.
    [[nodiscard]] Subtree build(std::span<const TriangleRef> refs, std::uint32_t depth,
                                const JobContext& job);

private:
    struct Range {
        std::size_t begin;
        std::size_t end;
        [[nodiscard]] std::size_t size() const { return end - begin; }
    };
    struct Split {
        int axis = 0;
        std::size_t left = 0; ///< triangles on the left
    };
    struct Children {
        Aabb left;
        Aabb right;
    };

    void sort();
    double build_node(Range range, const Aabb& box, std::uint32_t depth);
    [[nodiscard]] Split best_split(Range range);
    [[nodiscard]] Split halves(Range range) const;
    Children partition(Range range, Split split);
    void emit_leaf(Range range);

    BvhOptions options_;
    std::span<const TriangleRef> refs_;
    std::vector<SweepBox> sweep_boxes_; ///< [refs]
    const JobContext* job_ = nullptr;
    /// Positions in refs_ sorted by centroid along each axis. A node is the same range in all three orders.
    std::array<std::vector<std::uint32_t>, 3> order_;
    std::vector<std::uint32_t> right_part_;
    std::vector<std::uint8_t> is_left_; ///< [refs]
    std::vector<float> right_cost_;     ///< [refs]
    Subtree tree_;
};

} // namespace hitmap
