#include "core/analysis/regions/equal_patches.h"

#include "core/jobs/check_often.h"
#include "core/profile/query/element_regions.h"

#include <algorithm>
#include <numeric>

namespace hitmap {

namespace {

constexpr std::uint32_t no_patch = ElementRegions::none;

/// The neighbours of each face, in the order that the faces are given in: then patches do not depend on where
/// faces are in memory.
class Neighbours {
public:
    Neighbours(const FaceSurface& surface, std::span<const std::uint32_t> order, const JobContext& job)
        : begin_(surface.areas.size() + 1) {
        std::vector<std::uint32_t> rank(surface.areas.size(), no_patch);
        for (std::size_t i = 0; i < order.size(); ++i)
            rank[order[i]] = static_cast<std::uint32_t>(i);
        for (const FacePair& pair : surface.pairs) {
            ++begin_[pair.a + 1U];
            ++begin_[pair.b + 1U];
        }
        std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
        faces_.resize(begin_.back());
        std::vector<std::uint64_t> next(begin_.begin(), begin_.end() - 1);
        for (const FacePair& pair : surface.pairs) {
            faces_[next[pair.a]++] = pair.b;
            faces_[next[pair.b]++] = pair.a;
        }
        for (std::size_t face = 0; face < surface.areas.size(); ++face) {
            check_often(face, job);
            std::sort(faces_.begin() + static_cast<std::ptrdiff_t>(begin_[face]),
                      faces_.begin() + static_cast<std::ptrdiff_t>(begin_[face + 1]),
                      [&](std::uint32_t a, std::uint32_t b) { return rank[a] < rank[b]; });
        }
    }
    [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t face) const {
        return std::span(faces_).subspan(begin_[face], begin_[face + 1U] - begin_[face]);
    }

private:
    std::vector<std::uint64_t> begin_; ///< [face slots + 1] into faces_
    std::vector<std::uint32_t> faces_;
};

class PatchDivider {
public:
    PatchDivider(const FaceSurface& surface, std::span<const std::uint32_t> order, std::size_t faces_each,
                 const JobContext& job)
        : order_(order),
          faces_each_(faces_each),
          job_(job),
          neighbours_(surface, order, job),
          patch_(surface.areas.size(), no_patch) {}

    std::vector<std::uint32_t> divide() {
        for (const std::uint32_t face : order_)
            if (patch_[face] == no_patch) grow_over_piece(face);
        join_small_ones();
        number_by_order();
        return std::move(patch_);
    }

private:
    /// Divides all that is connected with a face.
    void grow_over_piece(std::uint32_t face) {
        std::vector<std::uint32_t> rim{face}; // where patches can begin, oldest first
        for (std::size_t i = 0; i < rim.size(); ++i)
            if (patch_[rim[i]] == no_patch) grow(rim[i], rim);
    }

    /// Grows one patch, and adds the free faces beside it to `rim`.
    void grow(std::uint32_t start, std::vector<std::uint32_t>& rim) {
        job_.check();
        const auto number = static_cast<std::uint32_t>(sizes_.size());
        std::vector<std::uint32_t> grown{start};
        patch_[start] = number;
        for (std::size_t i = 0; i < grown.size() && grown.size() < faces_each_; ++i)
            for (const std::uint32_t next : neighbours_.of(grown[i])) {
                if (patch_[next] != no_patch || grown.size() == faces_each_) continue;
                patch_[next] = number;
                grown.push_back(next);
            }
        for (const std::uint32_t face : grown)
            for (const std::uint32_t next : neighbours_.of(face))
                if (patch_[next] == no_patch) rim.push_back(next);
        sizes_.push_back(static_cast<std::uint32_t>(grown.size()));
    }

    [[nodiscard]] std::uint32_t joined(std::uint32_t patch) const {
        while (joined_[patch] != patch)
            patch = joined_[patch];
        return patch;
    }

    void join_small_ones() {
        joined_.resize(sizes_.size());
        std::iota(joined_.begin(), joined_.end(), 0U);
        std::vector<std::vector<std::uint32_t>> faces(sizes_.size()); // of patches that are too small
        for (const std::uint32_t face : order_)
            if (is_small(patch_[face])) faces[patch_[face]].push_back(face);
        std::vector<std::uint32_t> waiting;
        for (std::uint32_t patch = 0; patch < sizes_.size(); ++patch)
            if (is_small(patch)) waiting.push_back(patch);
        for (std::size_t i = 0; i < waiting.size(); ++i) {
            check_often(i, job_);
            const std::uint32_t patch = waiting[i];
            if (joined_[patch] != patch || !is_small(patch)) continue; // it has joined, or others joined it
            const std::uint32_t other = smallest_beside(faces[patch], patch);
            if (other == no_patch) continue;
            joined_[patch] = other;
            sizes_[other] += sizes_[patch];
            if (!is_small(other)) continue;
            faces[other].insert(faces[other].end(), faces[patch].begin(), faces[patch].end());
            waiting.push_back(other);
        }
    }

    [[nodiscard]] bool is_small(std::uint32_t patch) const {
        return is_small_patch(sizes_[patch], faces_each_);
    }

    [[nodiscard]] std::uint32_t smallest_beside(const std::vector<std::uint32_t>& faces,
                                                std::uint32_t own) const {
        std::uint32_t smallest = no_patch;
        for (const std::uint32_t face : faces)
            for (const std::uint32_t next : neighbours_.of(face)) {
                const std::uint32_t other = joined(patch_[next]);
                if (other != own && (smallest == no_patch || sizes_[other] < sizes_[smallest]))
                    smallest = other;
            }
        return smallest;
    }

    void number_by_order() {
        std::vector<std::uint32_t> numbers(sizes_.size(), no_patch);
        std::uint32_t count = 0;
        for (const std::uint32_t face : order_) {
            std::uint32_t& number = numbers[joined(patch_[face])];
            if (number == no_patch) number = count++;
            patch_[face] = number;
        }
    }

    std::span<const std::uint32_t> order_;
    std::size_t faces_each_;
    const JobContext& job_;
    Neighbours neighbours_;
    std::vector<std::uint32_t> patch_;  ///< [face slots]
    std::vector<std::uint32_t> sizes_;  ///< [patches]
    std::vector<std::uint32_t> joined_; ///< [patches] the patch that it joined, or itself
};

} // namespace

std::vector<std::uint32_t> equal_patches(const FaceSurface& surface, std::span<const std::uint32_t> order,
                                         std::size_t faces_each, const JobContext& job) {
    return PatchDivider(surface, order, faces_each, job).divide();
}

} // namespace hitmap
