#pragma once

#include "widgets/contents/contents_results.h"

#include <cstddef>
#include <vector>

namespace hitmap {

/// The colours of allocations in all views of the contents of caches: those of PlotStyle::series. They do not
/// depend on the level and the SM that a view shows, so that an allocation is known by its colour.
class AllocationLooks {
public:
    /// As many allocations have a colour of their own; the others share the last one.
    static constexpr std::size_t own = 7;

    AllocationLooks() = default;
    /// The allocations with the largest shares of what L2 held and of what L1 evicted come first.
    explicit AllocationLooks(const ContentsResults& results);

    /// Returns the place in PlotStyle::series; `own` for allocations that share it.
    /// @param allocation  its index; any other number: lines of no allocation
    [[nodiscard]] std::size_t look_of(std::size_t allocation) const;

private:
    std::vector<std::size_t> looks_; ///< [allocations + 1] the last: of no allocation
};

} // namespace hitmap
