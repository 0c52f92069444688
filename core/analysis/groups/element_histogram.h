#pragma once

#include "core/jobs/progress.h"
#include "core/profile/query/profile.h"
#include "core/tree/element_quantity.h"

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
/// @param bins  the largest number of bins; at least 1
/// Throws Cancelled.
[[nodiscard]] ElementHistogram element_histogram(const RecordedScene& scene, const Profile& profile,
                                                 TimeWindow window, const ElementQuantity& quantity,
                                                 std::size_t bins, const JobContext& job = {});

} // namespace hitmap
