#include "core/base/error.h"
#include "core/bvh/bvh.h"
#include "core/bvh/radix_subtree.h"
#include "core/bvh/subtree.h"
#include "core/bvh/top_split.h"
#include "core/bvh/triangle_ref.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace hitmap {

namespace {

constexpr std::size_t most_faces = std::size_t{1} << 30U;

/// Builds in two phases. Ranges of triangles larger than a block are split one after the other, each by all
/// threads, from one array of triangles into another. The remaining ranges are built in parallel, each by one
/// thread. The border between the phases depends on the triangles only, and so does the tree.
class Builder {
public:
    Builder(const BvhOptions& options, ThreadPool& pool, const JobContext& job)
        : options_(options), pool_(pool), job_(job), splitter_(pool, job) {}

    Bvh build(const Mesh& mesh) {
        Bvh bvh;
        bvh.leaf_size = options_.leaf_size;
        if (mesh.faces.empty()) return bvh;
        make_refs(mesh);
        if (options_.method == BvhMethod::lbvh)
            frame_ = MortonFrame(splitter_.centroid_bounds(refs_of(tops_.front(), 0)));
        for (std::size_t next = 0; next < tops_.size(); ++next)
            if (tops_[next].triangles > TopSplitter::block) split(next);
        build_subtrees();
        refs_ = {};
        bvh.root = tops_.front().box;
        assemble(bvh);
        return bvh;
    }

private:
    /// A node of the first phase.
    struct Top {
        std::size_t first = 0; ///< first of its triangles
        std::size_t triangles = 0;
        std::uint32_t depth = 0;
        int array = 0; ///< which of refs_ holds its triangles
        Aabb box{};
        std::size_t left = 0; ///< index of the left child, the right one follows; 0: the root of a subtree
        Subtree subtree{};
        std::size_t leaves = 0;
    };

    [[nodiscard]] std::span<TriangleRef> refs_of(const Top& top, int array) const {
        return {refs_[array].get() + top.first, top.triangles};
    }

    void make_refs(const Mesh& mesh) {
        const std::size_t count = mesh.faces.size();
        refs_[0] = std::make_unique_for_overwrite<TriangleRef[]>(count);
        if (count > TopSplitter::block) refs_[1] = std::make_unique_for_overwrite<TriangleRef[]>(count);
        parallel_for(pool_, count, TopSplitter::block, [&](std::size_t begin, std::size_t end) {
            job_.check();
            for (std::size_t face = begin; face < end; ++face) {
                Aabb box;
                for (int corner = 0; corner < 3; ++corner)
                    box.include(mesh.positions[mesh.faces[face][corner]]);
                refs_[0][face] = {box, static_cast<std::uint32_t>(face)};
            }
        });
        tops_.push_back({.triangles = count});
    }

    void split(std::size_t index) {
        const Top top = {tops_[index].first, tops_[index].triangles, tops_[index].depth, tops_[index].array};
        const auto from = refs_of(top, top.array);
        std::optional<TopSplitter::Split> plane;
        if (options_.method == BvhMethod::sah) plane = splitter_.best_split(from, top.depth);
        if (options_.method == BvhMethod::lbvh) plane = splitter_.radix_split(from, top.depth, frame_);
        if (!plane) plane = splitter_.median(from);
        const std::size_t left = splitter_.partition(from, refs_of(top, 1 - top.array), *plane);
        tops_[index].left = tops_.size();
        tops_.push_back({top.first, left, top.depth + 1, 1 - top.array});
        tops_.push_back({top.first + left, top.triangles - left, top.depth + 1, 1 - top.array});
    }

    void build_subtrees() {
        parallel_for(pool_, tops_.size(), 1, [&](std::size_t index, std::size_t) {
            Top& top = tops_[index];
            if (top.left != 0) return;
            const auto refs = refs_of(top, top.array);
            for (const TriangleRef& ref : refs)
                top.box.include(ref.box);
            top.subtree = options_.method == BvhMethod::lbvh
                              ? RadixSubtreeBuilder(options_.leaf_size, frame_).build(refs, top.depth, job_)
                              : SubtreeBuilder(options_).build(refs, top.depth, job_);
            top.leaves = top.subtree.nodes.size() / 2 + 1;
            job_.add(top.triangles);
        });
        for (std::size_t index = tops_.size(); index-- > 0;) { // children come after their parents
            Top& top = tops_[index];
            if (top.left == 0) continue;
            for (const Top* child : {&tops_[top.left], &tops_[top.left + 1]}) {
                top.box.include(child->box);
                top.leaves += child->leaves;
            }
        }
    }

    /// Joins the subtrees in depth-first order, frees each as soon as it is copied, and adds up their costs.
    void assemble(Bvh& bvh) {
        const std::size_t leaves = tops_.front().leaves;
        bvh.nodes.reserve(2 * leaves - 1);
        bvh.boxes.reserve(2 * (leaves - 1));
        bvh.slot_faces.reserve(leaves * options_.leaf_size);
        double cost = 0.0;
        std::vector<std::size_t> pending{0};
        while (!pending.empty()) {
            job_.check();
            Top& top = tops_[pending.back()];
            pending.pop_back();
            if (top.left != 0) {
                const Top& left = tops_[top.left];
                cost += exact_half_area(top.box);
                bvh.nodes.push_back(static_cast<std::uint32_t>(2 * left.leaves));
                bvh.boxes.insert(bvh.boxes.end(), {left.box, tops_[top.left + 1].box});
                pending.insert(pending.end(), {top.left + 1, top.left});
                continue;
            }
            const Subtree part = std::move(top.subtree);
            bvh.nodes.insert(bvh.nodes.end(), part.nodes.begin(), part.nodes.end());
            bvh.boxes.insert(bvh.boxes.end(), part.boxes.begin(), part.boxes.end());
            bvh.slot_faces.insert(bvh.slot_faces.end(), part.slot_faces.begin(), part.slot_faces.end());
            bvh.depth = std::max(bvh.depth, part.depth);
            cost += part.cost;
        }
        const double root_area = exact_half_area(bvh.root);
        bvh.sah_cost = root_area > 0.0 ? cost / root_area : 0.0;
    }

    BvhOptions options_;
    ThreadPool& pool_;
    const JobContext& job_;
    TopSplitter splitter_;
    MortonFrame frame_;                                  // box of all centroids
    std::array<std::unique_ptr<TriangleRef[]>, 2> refs_; // a partition reads one array and writes the other
    std::vector<Top> tops_;
};

} // namespace

Bvh build_bvh(const Mesh& mesh, const BvhOptions& options, ThreadPool& pool, const JobContext& job) {
    if (options.leaf_size < 1 || options.leaf_size > 64)
        throw UsageError("the leaf size must be 1 to 64, not " + std::to_string(options.leaf_size));
    if (mesh.faces.size() > most_faces)
        throw UsageError("the mesh has " + std::to_string(mesh.faces.size()) + " triangles, more than 2^30");
    job.begin("building the BVH", mesh.faces.size(), "triangles");
    return Builder(options, pool, job).build(mesh);
}

} // namespace hitmap
