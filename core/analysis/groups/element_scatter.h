#pragma once

#include "core/analysis/groups/value_bins.h"
#include "core/jobs/progress.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hitmap {

/// How many elements have which values of two quantities. Dense data is counted in cells, since a million
/// points hide how many there are.
struct ElementScatter {
    ValueBins x;
    ValueBins y;
    std::vector<std::uint64_t> cells; ///< [y.size()][x.size()] elements
    /// Elements of which one of the values is not defined, without padding and elements without both.
    std::uint64_t undefined = 0;

    [[nodiscard]] std::uint64_t elements(std::size_t column, std::size_t row) const {
        return cells[row * x.size() + column];
    }
};

/// Counts the elements by two quantities of one kind, which the scene must have.
/// @param columns, rows  the largest number of cells along the axes
/// Throws Cancelled.
[[nodiscard]] ElementScatter element_scatter(const SceneInTime& scene, const ElementQuantity& x,
                                             const ElementQuantity& y, std::size_t columns, std::size_t rows,
                                             const JobContext& job = {});

} // namespace hitmap
