#pragma once

#include "core/jobs/progress.h"
#include "core/profile/elements/element_quantity.h"
#include "core/profile/query/profile.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// The elements whose quantity is from `from` to `to`, both included, and what they accessed.
struct ElementBin {
    float from = 0.0F;
    float to = 0.0F; ///< the greatest number below the next bin's `from`
    std::uint64_t elements = 0;
    KindSums sums;
};

struct ElementHistogram {
    std::vector<ElementBin> bins; ///< by rising value, without a gap; empty: no element has a value
    ElementBin undefined;         ///< elements without a value, but not padding that was not accessed
};

/// Sums the accesses of a window by the value of a quantity, which the scene must have. The bins have equal
/// widths, those of logarithmic quantities equal ratios (values that are not above 0 are in the first one),
/// and those of whole numbers one value each, if there are at most 64.
/// @param scene  with a profile
/// @param bins   the largest number of bins; at least 1
/// Throws Cancelled.
[[nodiscard]] ElementHistogram element_histogram(const SceneInTime& scene, const ElementQuantity& quantity,
                                                 std::size_t bins, const JobContext& job = {});
/// Returns what the bins first to last, both included, have together. Throws std::out_of_range.
[[nodiscard]] ElementBin sum_of_bins(const ElementHistogram& histogram, std::size_t first, std::size_t last);

} // namespace hitmap
