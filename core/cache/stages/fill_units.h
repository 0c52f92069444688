#pragma once

#include "core/cache/array/cache_geometry.h"
#include "core/cache/coalescing/coalesce.h"

#include <array>
#include <cstddef>

namespace hitmap {

/// The sectors of 32 bytes that a cache fills for those that miss: the same ones, or more if its sectors are
/// longer.
class FillUnits {
public:
    explicit FillUnits(const CacheGeometry& geometry) {
        const unsigned unit = geometry.sector / static_cast<unsigned>(Coalescer::sector_bytes);
        const unsigned whole = (1U << unit) - 1;
        for (unsigned sectors = 0; sectors < units_.size(); ++sectors)
            for (unsigned first = 0; first < 8; first += unit)
                if ((sectors >> first & whole) != 0)
                    units_[sectors] = static_cast<LineSectors>(units_[sectors] | whole << first);
    }
    [[nodiscard]] LineSectors of(LineSectors sectors) const { return units_[sectors]; }

private:
    std::array<LineSectors, 256> units_{};
};

} // namespace hitmap
