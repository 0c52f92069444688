#pragma once

#include "core/jobs/progress.h"

#include <cstdint>
#include <span>

namespace hitmap {

/// What a box adds to a measure of the tree's quality (core/tree/box_costs.h). It follows from the scene
/// alone, so that it is the same in all windows of time and known for boxes without accesses, too.
enum class BoxTerm : std::uint8_t { sah_cost, end_point_overlap };

/// The terms of all boxes of a scene.
class BoxTerms {
public:
    struct Values {
        std::span<const double> boxes; ///< [boxes of the scene] valid as long as the BoxTerms
        double sum = 0.0;              ///< the measure of the whole tree
        /// The faces whose leaf is not certain (FaceLeaves); if not 0, the values are estimates.
        std::uint64_t uncertain_faces = 0;
    };

    virtual ~BoxTerms() = default;
    BoxTerms(const BoxTerms&) = delete;
    BoxTerms& operator=(const BoxTerms&) = delete;
    /// Measures the tree at the first call. Thread-safe. Throws Cancelled.
    [[nodiscard]] virtual Values of(BoxTerm term, const JobContext& job) const = 0;

protected:
    BoxTerms() = default;
};

} // namespace hitmap
