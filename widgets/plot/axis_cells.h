#pragma once

#include <cstddef>
#include <optional>

namespace hitmap {

/// Returns the cell at a place on an axis of `count` cells of equal length, at least one; the nearest one for
/// places outside.
[[nodiscard]] std::size_t cell_at(double place, double start, double length, std::size_t count);

/// The keys of Qt that move a cursor along an axis.
struct AxisKeys {
    int back;
    int forward;
    int first;
    int last;
};
/// Returns the cell that a key moves a cursor to; no value if it is none of the keys.
/// @param cursor  no value: there is none yet, and a step begins at `start`
/// @param count   number of cells, at least 1
/// @param step    cells that a step goes
[[nodiscard]] std::optional<std::size_t> cell_by_key(int key, const AxisKeys& keys,
                                                     std::optional<std::size_t> cursor, std::size_t start,
                                                     std::size_t count, std::size_t step = 1);

} // namespace hitmap
