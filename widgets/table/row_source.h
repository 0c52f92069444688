#pragma once

#include "widgets/table/table_cell.h"

#include <cstddef>

namespace hitmap {

/// Rows of a table that are made when they are needed, for tables of any length. Immutable; its functions may
/// be called by several threads at once.
class RowSource {
public:
    virtual ~RowSource() = default;
    [[nodiscard]] virtual std::size_t size() const = 0;
    /// Both numbers are in range.
    [[nodiscard]] virtual TableCell cell(std::size_t row, std::size_t column) const = 0;
};

} // namespace hitmap
