#pragma once

#include "core/jobs/progress.h"
#include "widgets/table/row_source.h"
#include "widgets/table/table_model.h"

#include <QtCore/QByteArray>
#include <QtCore/QString>
#include <QtCore/QStringList>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

/// The rows that a table shows, in their order, with all columns. Does not change with the table, so that
/// another thread can write it.
struct ShownRows {
    QStringList names; ///< of the columns in CSV files
    std::vector<TableRow> rows;
    std::shared_ptr<const RowSource> source;         ///< if set, in the place of `rows`
    std::optional<std::vector<std::uint32_t>> order; ///< of the source; no value: all its rows

    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] TableCell cell(std::size_t row, std::size_t column) const;
};
/// Takes a few milliseconds for a source of a million rows.
[[nodiscard]] ShownRows shown_rows(const SortedTable& table, const TableModel& model);

/// Makes a header line, then one line for each row, and passes them on in pieces. Throws what `put` throws;
/// Cancelled.
void write_csv(const ShownRows& shown, const std::function<void(const QByteArray&)>& put,
               const JobContext& job = {});
/// The whole text. For short tables.
[[nodiscard]] QString csv_of(const SortedTable& table, const TableModel& model);

/// Writes the rows to a file, which appears when it is complete; if writing fails or is stopped, nothing is
/// left of it and an existing file is as before. Devices and pipes are written directly. Throws Error with a
/// sentence for the user; Cancelled.
/// @param provenance  as in save_file()
void save_csv_file(const ShownRows& shown, const QString& file, const QByteArray& provenance,
                   const JobContext& job);

} // namespace hitmap
