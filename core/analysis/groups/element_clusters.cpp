#include "core/analysis/groups/element_clusters.h"

#include "core/jobs/check_often.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace hitmap {

namespace {

/// A plane across an axis, between two clusters.
struct CuttingPlane {
    int axis = 0;
    double at = 0.0;
};

class ClusterDivision {
public:
    ClusterDivision(const RecordedScene& scene, ElementKindId kind, std::span<const std::uint64_t> misses,
                    const JobContext& job)
        : misses_(misses), job_(job), centres_(misses.size()) {
        const auto bounds = element_kinds()[kind].geometry->bounds;
        for (std::uint32_t element = 0; element < misses.size(); ++element) {
            check_often(element, job);
            if (is_padding(scene, kind, element)) continue;
            centres_[element] = bounds(scene, kind, element).center();
            order_.push_back(element);
        }
    }

    [[nodiscard]] std::vector<std::vector<std::uint32_t>> divide(double largest_share) {
        std::vector<std::vector<std::uint32_t>> clusters;
        const double limit = largest_share * static_cast<double>(misses_of(order_));
        std::vector<std::span<std::uint32_t>> open{order_};
        while (!open.empty()) {
            const std::span<std::uint32_t> elements = open.back();
            open.pop_back();
            const std::uint64_t misses = misses_of(elements);
            if (misses == 0) continue;
            const auto cut = static_cast<double>(misses) > limit ? cut_of(elements) : std::nullopt;
            const std::size_t below = cut ? divided(elements, *cut) : 0;
            if (below == 0 || below == elements.size()) { // also where centres are not numbers
                std::ranges::sort(elements);
                clusters.emplace_back(elements.begin(), elements.end());
                continue;
            }
            open.push_back(elements.first(below));
            open.push_back(elements.subspan(below));
        }
        return clusters;
    }

private:
    [[nodiscard]] std::uint64_t misses_of(std::span<const std::uint32_t> elements) const {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < elements.size(); ++i) {
            check_often(i, job_);
            sum += misses_[elements[i]];
        }
        return sum;
    }
    /// No value if all centres are in one point.
    [[nodiscard]] std::optional<CuttingPlane> cut_of(std::span<const std::uint32_t> elements) const {
        Aabb bounds;
        for (std::size_t i = 0; i < elements.size(); ++i) {
            check_often(i, job_);
            bounds.include(centres_[elements[i]]);
        }
        CuttingPlane cut;
        double longest = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            const double lower = bounds.lower[axis];
            const double upper = bounds.upper[axis];
            if (!(upper - lower > longest)) continue;
            longest = upper - lower;
            cut = {axis, (lower + upper) / 2.0};
        }
        return longest > 0.0 ? std::optional(cut) : std::nullopt;
    }
    /// Puts the elements below the cut first and returns their number.
    [[nodiscard]] std::size_t divided(std::span<std::uint32_t> elements, const CuttingPlane& cut) const {
        job_.check();
        // Not std::ranges::partition, whose result Clang 14 cannot compile with GCC 12's library.
        const auto others = std::partition(elements.begin(), elements.end(), [&](std::uint32_t element) {
            return double{centres_[element][cut.axis]} < cut.at;
        });
        return static_cast<std::size_t>(others - elements.begin());
    }

    std::span<const std::uint64_t> misses_;
    const JobContext& job_;
    std::vector<glm::vec3> centres_;   ///< [elements]
    std::vector<std::uint32_t> order_; ///< the elements, those of each cluster next to each other
};

} // namespace

std::vector<std::vector<std::uint32_t>> element_clusters(const RecordedScene& scene, ElementKindId kind,
                                                         std::span<const std::uint64_t> misses,
                                                         double largest_share, const JobContext& job) {
    return ClusterDivision(scene, kind, misses, job).divide(largest_share);
}

} // namespace hitmap
