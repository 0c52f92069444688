#pragma once

#include "widgets/table/row_source.h"
#include "widgets/table/table_cell.h"
#include "widgets/table/table_query.h"

#include <QtCore/QAbstractTableModel>
#include <QtCore/QSortFilterProxyModel>
#include <QtCore/QString>
#include <QtCore/QStringList>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

struct TableColumn {
    QString title;
    QString csv_name;   ///< with the unit if it has one: "capacity_bytes"
    bool shown = true;  ///< default; the user may select other columns
    QString tool_tip{}; ///< description of the contents
    /// The column below whose cells this one is written, so that tables fit narrow docks; it has no place of
    /// its own.
    std::optional<std::size_t> below{};
    /// The column after whose cells this one is written in small print, "5 of 7": for example the counts of a
    /// rate. It has no place of its own.
    std::optional<std::size_t> of{};
    /// The name under which the selection of the column is stored; empty: csv_name. For columns whose name
    /// changes.
    QString stored_name{};
};

using TableRow = std::vector<TableCell>;

/// Rows of typed cells.
class TableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit TableModel(std::vector<TableColumn> columns, QObject* parent = nullptr);

    [[nodiscard]] const std::vector<TableColumn>& columns() const { return columns_; }
    /// The rows of set_rows(); empty if they have a source.
    [[nodiscard]] const std::vector<TableRow>& rows() const { return rows_; }
    /// A row, valid until the next call.
    [[nodiscard]] const TableRow& row(int row) const;
    /// The number of columns must be the same; titles, names and tool tips may differ.
    void rename_columns(std::vector<TableColumn> columns);
    /// Replaces the columns by others, and removes the rows.
    void replace_columns(std::vector<TableColumn> columns);
    /// The length of each row must be the number of columns. If the number of rows does not change, they
    /// count as the same rows with new values, so that the selection stays.
    void set_rows(std::vector<TableRow> rows);
    /// Takes the rows from a source instead. If the number of rows does not change, they count as the same
    /// rows with new values.
    void set_source(std::shared_ptr<const RowSource> source);
    [[nodiscard]] const std::shared_ptr<const RowSource>& source() const { return source_; }
    /// Shows these rows of the source alone, in this order.
    void set_order(std::vector<std::uint32_t> order);
    /// The shown rows of the source; no value: all of them.
    [[nodiscard]] const std::optional<std::vector<std::uint32_t>>& order() const { return order_; }
    /// Returns the row of the source; without a source, the same row.
    [[nodiscard]] int source_row(int row) const;
    /// Returns the row of a row of the source; no value if it is not shown.
    [[nodiscard]] std::optional<int> row_of_source(int source_row) const;
    /// Returns the columns that are written in the place of a column: itself, and those with it.
    [[nodiscard]] std::vector<std::size_t> columns_at(std::size_t column) const;
    /// One line for each column below another.
    [[nodiscard]] QStringList heading(std::size_t column) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString text(const TableRow& row, std::size_t column) const;
    [[nodiscard]] int alignment_of(std::size_t column) const;
    [[nodiscard]] QString tool_tip(const TableRow& row, std::size_t column) const;

    /// A row of the source that was made.
    struct MadeRow {
        int row = -1;
        TableRow cells;
    };

    std::vector<TableColumn> columns_;
    std::vector<TableRow> rows_;
    std::shared_ptr<const RowSource> source_;         ///< null: rows_
    std::optional<std::vector<std::uint32_t>> order_; ///< of the source; no value: all its rows
    mutable std::array<MadeRow, 256> made_;           ///< by the low bits of the row
};

/// Sorts by value, with undefined values last in either order, and filters rows by a query.
class SortedTable : public QSortFilterProxyModel {
    Q_OBJECT
public:
    /// @param model  must outlive this object
    explicit SortedTable(TableModel& model, QObject* parent = nullptr);

    void set_query(const QString& text);
    [[nodiscard]] const TableQuery& query() const { return query_; }
    /// While the model has a source, sorting and filtering only ask for another order of its rows.
    void sort(int column, Qt::SortOrder order) override;
    /// The visible rows in their order.
    [[nodiscard]] const TableRow& shown_row(int row) const;

Q_SIGNALS:
    void order_wanted();

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    TableModel& model_;
    QStringList titles_;
    TableQuery query_;
};

/// The titles and texts of these columns, separated by tabs.
[[nodiscard]] QString tab_separated(const SortedTable& table, const TableModel& model,
                                    const std::vector<int>& rows, const std::vector<int>& columns);

} // namespace hitmap
