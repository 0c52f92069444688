#pragma once

#include "core/base/enum_set.h"
#include "core/jobs/progress.h"

#include <cstdint>
#include <span>

namespace hitmap {

/// What an element adds to a measure of the scene, such as a box to that of the tree's quality
/// (core/tree/box_costs.h). It follows from the scene alone, so that it is the same in all windows of time
/// and known for elements without accesses, too. The row of its quantity says of which kind the elements are.
enum class ElementTerm : std::uint8_t { sah_cost, end_point_overlap };

/// The terms of all elements of a scene.
class ElementTerms {
public:
    struct Values {
        std::span<const double> elements; ///< [elements of the scene] valid as long as the ElementTerms
        double sum = 0.0;                 ///< the measure of the whole scene
        /// The faces whose leaf is not certain (FaceLeaves); if not 0, the values are estimates.
        std::uint64_t uncertain_faces = 0;
    };

    virtual ~ElementTerms() = default;
    ElementTerms(const ElementTerms&) = delete;
    ElementTerms& operator=(const ElementTerms&) = delete;
    [[nodiscard]] virtual EnumSet<ElementTerm> known() const = 0;
    /// Takes a known term. Measures the scene at the first call. Thread-safe. Throws Cancelled.
    [[nodiscard]] virtual Values of(ElementTerm term, const JobContext& job) const = 0;

protected:
    ElementTerms() = default;
};

} // namespace hitmap
