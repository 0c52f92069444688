#include "core/base/error.h"
#include "core/bvh/bvh.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>

namespace hitmap {

double half_area_of(const Aabb& box);

namespace {

struct TriangleRef {
    Aabb box;
    std::uint32_t face;
    [[nodiscard]] float centroid(int axis) const { return 0.5F * box.lower[axis] + 0.5F * box.upper[axis]; }
};

Aabb bounds_of(std::span<const TriangleRef> refs) {
    Aabb box;
    for (const TriangleRef& ref : refs)
        box.include(ref.box);
    return box;
}

class Builder {
public:
    Builder(const BvhOptions& options, const JobContext& job) : options_(options), job_(job) {}

    Bvh build(const Mesh& mesh) {
        std::vector<TriangleRef> refs(mesh.faces.size());
        for (std::uint32_t f = 0; f < refs.size(); ++f) {
            refs[f].face = f;
            for (int corner = 0; corner < 3; ++corner)
                refs[f].box.include(mesh.positions[mesh.faces[f][corner]]);
        }
        bvh_.leaf_size = options_.leaf_size;
        bvh_.root = bounds_of(refs);
        if (!refs.empty()) split(refs, 0);
        bvh_.sah_cost = hitmap::sah_cost(bvh_);
        return std::move(bvh_);
    }

private:
    static void sort(std::span<TriangleRef> refs, int axis) {
        std::sort(refs.begin(), refs.end(), [axis](const TriangleRef& a, const TriangleRef& b) {
            return a.centroid(axis) < b.centroid(axis) ||
                   (a.centroid(axis) == b.centroid(axis) && a.face < b.face);
        });
    }

    static std::size_t median(std::span<TriangleRef> refs) {
        Aabb centroids;
        for (const TriangleRef& ref : refs)
            centroids.include({ref.centroid(0), ref.centroid(1), ref.centroid(2)});
        int axis = 0;
        for (int a = 1; a < 3; ++a)
            if (centroids.upper[a] - centroids.lower[a] > centroids.upper[axis] - centroids.lower[axis])
                axis = a;
        sort(refs, axis);
        return refs.size() / 2;
    }

    /// Returns the number of triangles on the left, 0 for "a leaf is cheaper".
    std::size_t sweep(std::span<TriangleRef> refs) const {
        double best = std::numeric_limits<double>::infinity();
        int best_axis = 0;
        std::size_t best_left = refs.size() / 2;
        std::vector<double> right(refs.size());
        for (int axis = 0; axis < 3; ++axis) {
            sort(refs, axis);
            Aabb box;
            for (std::size_t i = refs.size() - 1; i > 0; --i) {
                box.include(refs[i].box);
                right[i] = half_area_of(box) * static_cast<double>(refs.size() - i);
            }
            box = {};
            for (std::size_t i = 1; i < refs.size(); ++i) {
                box.include(refs[i - 1].box);
                const double cost = half_area_of(box) * static_cast<double>(i) + right[i];
                if (cost < best) {
                    best = cost;
                    best_axis = axis;
                    best_left = i;
                }
            }
        }
        const double area = half_area_of(bounds_of(refs));
        if (refs.size() <= options_.leaf_size && area * static_cast<double>(refs.size()) <= area + best)
            return 0;
        sort(refs, best_axis);
        return best_left;
    }

    void leaf(std::span<TriangleRef> refs) {
        bvh_.nodes.push_back(NodeWord::leaf_bit | static_cast<std::uint32_t>(refs.size()));
        for (std::size_t slot = 0; slot < options_.leaf_size; ++slot)
            bvh_.slot_faces.push_back(slot < refs.size() ? static_cast<std::int32_t>(refs[slot].face)
                                                         : Bvh::padding);
        const auto begin = bvh_.slot_faces.end() - options_.leaf_size;
        std::sort(begin, begin + static_cast<std::ptrdiff_t>(refs.size()));
        job_.add(refs.size());
    }

    void split(std::span<TriangleRef> refs, std::uint32_t depth) {
        job_.check();
        bvh_.depth = std::max(bvh_.depth, depth);
        std::size_t left = 0;
        if (refs.size() > 1) {
            const bool deep = depth + std::bit_width(refs.size()) >= Bvh::max_depth;
            if (options_.method == BvhMethod::sah && !deep)
                left = sweep(refs);
            else if (refs.size() > options_.leaf_size)
                left = median(refs);
        }
        if (left == 0) return leaf(refs);
        const std::size_t node = bvh_.nodes.size();
        bvh_.nodes.push_back(0);
        bvh_.boxes.push_back(bounds_of(refs.first(left)));
        bvh_.boxes.push_back(bounds_of(refs.subspan(left)));
        split(refs.first(left), depth + 1);
        bvh_.nodes[node] = static_cast<std::uint32_t>(bvh_.nodes.size() - node);
        split(refs.subspan(left), depth + 1);
    }

    BvhOptions options_;
    const JobContext& job_;
    Bvh bvh_;
};

} // namespace

Bvh build_bvh(const Mesh& mesh, const BvhOptions& options, ThreadPool&, const JobContext& job) {
    if (options.leaf_size < 1 || options.leaf_size > 64)
        throw UsageError("the leaf size must be 1 to 64, not " + std::to_string(options.leaf_size));
    job.begin("building the BVH", mesh.faces.size(), "triangles");
    return Builder(options, job).build(mesh);
}

} // namespace hitmap
