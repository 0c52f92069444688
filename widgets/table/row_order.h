#pragma once

#include "core/jobs/progress.h"
#include "widgets/table/row_source.h"
#include "widgets/table/table_query.h"

#include <QtCore/QStringList>
#include <QtCore/Qt>

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// Which rows of a table are shown, and in which order.
struct RowOrder {
    TableQuery query;
    std::optional<std::size_t> column; ///< to sort by; no value: the order of the source
    Qt::SortOrder direction = Qt::AscendingOrder;
};

/// Returns the rows that match, in their order: by value, undefined values last in either direction, and
/// equal ones in the order of the source. Takes 16 bytes of memory for each row while it sorts. The source
/// must have less than 2^32 rows. Throws Cancelled.
/// @param titles  of all columns
[[nodiscard]] std::vector<std::uint32_t> ordered_rows(const RowSource& source, const QStringList& titles,
                                                      const RowOrder& order, const JobContext& job);

} // namespace hitmap
