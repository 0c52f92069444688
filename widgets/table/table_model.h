#pragma once

#include "widgets/table/table_cell.h"
#include "widgets/table/table_query.h"

#include <QtCore/QAbstractTableModel>
#include <QtCore/QSortFilterProxyModel>
#include <QtCore/QString>
#include <QtCore/QStringList>

#include <cstddef>
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

/// Rows of typed cells. The number of columns is constant.
class TableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit TableModel(std::vector<TableColumn> columns, QObject* parent = nullptr);

    [[nodiscard]] const std::vector<TableColumn>& columns() const { return columns_; }
    [[nodiscard]] const std::vector<TableRow>& rows() const { return rows_; }
    /// The number of columns must be the same; titles, names and tool tips may differ.
    void rename_columns(std::vector<TableColumn> columns);
    /// The length of each row must be the number of columns. If the number of rows does not change, they
    /// count as the same rows with new values, so that the selection stays.
    void set_rows(std::vector<TableRow> rows);
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

    std::vector<TableColumn> columns_;
    std::vector<TableRow> rows_;
};

/// Sorts by value, with undefined values last in either order, and filters rows by a query.
class SortedTable : public QSortFilterProxyModel {
    Q_OBJECT
public:
    /// @param model  must outlive this object
    explicit SortedTable(TableModel& model, QObject* parent = nullptr);

    void set_query(const QString& text);
    /// The visible rows in their order.
    [[nodiscard]] const TableRow& shown_row(int row) const;

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    TableModel& model_;
    QStringList titles_;
    TableQuery query_;
};

/// All columns of the visible rows in their order: a header line, then one line per row.
[[nodiscard]] QString csv_of(const SortedTable& table, const TableModel& model);
/// The titles and texts of these columns, separated by tabs.
[[nodiscard]] QString tab_separated(const SortedTable& table, const TableModel& model,
                                    const std::vector<int>& rows, const std::vector<int>& columns);

} // namespace hitmap
