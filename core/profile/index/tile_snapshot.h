#pragma once

#include "core/base/scratch_store.h"
#include "core/profile/encoding/columns.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace hitmap {

/// The sums of a tile's elements from the start of the recording to a position. Each column is as narrow as
/// its largest value allows.
class TileSnapshot {
public:
    /// A snapshot of no elements.
    TileSnapshot() = default;
    /// Stores the columns `kept` of the first `elements` elements in `store`, which must outlive the
    /// snapshot.
    TileSnapshot(const TileSums& sums, ColumnSet kept, std::size_t elements, ScratchStore& store);

    /// Adds the columns `wanted` to `sums`, which must have at least as many elements.
    void add_to(TileSums& sums, ColumnSet wanted) const;
    void subtract_from(TileSums& sums, ColumnSet wanted) const;
    [[nodiscard]] std::uint64_t memory_bytes() const;

private:
    friend struct IndexTransfer;
    template <class Combine>
    void apply(TileSums& sums, ColumnSet wanted, Combine combine) const;

    std::uint32_t elements_ = 0;
    std::array<std::uint8_t, column_count> width_{}; ///< bytes per value: 0 (all values are 0) to 8
    std::byte* bytes_ = nullptr;                     ///< the columns, one after the other
};

} // namespace hitmap
