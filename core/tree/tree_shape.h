#pragma once

#include "core/jobs/made_once.h"
#include "core/tree/box_costs.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace hitmap {

/// What is known of the boxes without any access: it depends on the scene alone. Immutable.
struct TreeShape {
    BoxTree tree;
    FaceLeaves leaves;
    BoxCosts costs;
    std::vector<std::uint64_t> subtree_faces; ///< [boxes]
    std::vector<double> subtree_sah;          ///< [boxes] sums of BoxCosts::sah
    std::vector<double> subtree_overlap;      ///< [boxes] sums of BoxCosts::overlap
    double sah = 0.0;                         ///< sum over all boxes
    double overlap = 0.0;                     ///< sum over all boxes

    /// The faces whose leaf is not certain; if not 0, numbers of faces and costs are estimates.
    [[nodiscard]] std::uint64_t uncertain_faces() const { return leaves.inside_several + leaves.inside_none; }
};

/// Whether make_tree_shape() can measure the tree: the scene has boxes with extents and parents, and vertices
/// with positions.
/// @param scene  may be null
[[nodiscard]] bool has_tree(const RecordingInfo& info, const RecordedScene* scene);

/// The scene needs the extents and parents of its boxes and the positions of its vertices; without parents,
/// the shape is that of no boxes. Throws Cancelled.
[[nodiscard]] TreeShape make_tree_shape(const RecordedScene& scene, ThreadPool& pool,
                                        const JobContext& job = {});

/// The tree of a scene, which is measured when it is needed first. Thread-safe.
class TreeOnce {
public:
    /// @param scene  one for which has_tree() is true
    /// @param pool   must outlive the tree
    TreeOnce(std::shared_ptr<const RecordedScene> scene, ThreadPool& pool)
        : scene_(std::move(scene)), pool_(pool) {}

    /// Throws Cancelled.
    [[nodiscard]] std::shared_ptr<const TreeShape> get(const JobContext& job);

private:
    std::shared_ptr<const RecordedScene> scene_;
    ThreadPool& pool_;
    MadeOnce<TreeShape> shape_;
};

} // namespace hitmap
