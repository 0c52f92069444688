#pragma once

#include "core/profile/elements/element_quantity.h"

#include <cstddef>
#include <span>
#include <vector>

namespace hitmap {

/// Ranges of values by rising value, without a gap, that together have all finite values. They have equal
/// widths, those of logarithmic quantities equal ratios (values that are not above 0 are in the first one),
/// and those of whole numbers one value each, if there are at most 64.
class ValueBins {
public:
    /// @param most  the largest number of ranges; at least 1. Values that are close together make fewer
    ValueBins(std::span<const float> values, const ElementQuantity& quantity, std::size_t most);

    /// 0 if no value is finite.
    [[nodiscard]] std::size_t size() const { return starts_.size(); }
    /// The ends of a range, both included.
    [[nodiscard]] float from(std::size_t bin) const { return starts_[bin]; }
    [[nodiscard]] float to(std::size_t bin) const;
    /// Returns the range of a value, which must be one of the finite ones.
    [[nodiscard]] std::size_t bin_of(float value) const;

private:
    std::vector<float> starts_; ///< rising
    float last_ = 0.0F;         ///< the greatest value
    bool whole_ = false;
};

} // namespace hitmap
