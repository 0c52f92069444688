#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hitmap {

/// Finds values by their rank without sorting them: counts the upper halves of all values, and then the lower
/// halves of those with the upper half in question. Two passes over millions of values take less than one
/// std::nth_element, which moves them.
class RankedValues {
public:
    /// @param values  without NaN; must outlive this object
    explicit RankedValues(std::span<const float> values);
    /// Returns the value that would be at index `rank` < values.size() after sorting.
    [[nodiscard]] float at(std::size_t rank) const;

private:
    std::span<const float> values_;
    std::vector<std::uint32_t> upper_halves_; ///< number of values by the upper half of their key
};

} // namespace hitmap
