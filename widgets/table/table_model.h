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
    QString csv_name;   ///< with the unit, where it has one: "capacity_bytes"
    bool shown = true;  ///< until the person chooses otherwise
    QString tool_tip{}; ///< what is in it
    /// The column whose cells are written under those of this one, so that tables fit narrow docks; it has no
    /// place of its own then.
    std::optional<std::size_t> below{};
    /// The column whose cells are written after those of this one, "5 of 7": counts that a rate is made of,
    /// in small print beside it. It has no place of its own either.
    std::optional<std::size_t> of{};
    /// Under which the choice to show it is remembered; empty: csv_name. For columns whose name changes.
    QString stored_name{};
};

using TableRow = std::vector<TableCell>;

/// Rows of typed cells under columns that stay the same.
class TableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit TableModel(std::vector<TableColumn> columns, QObject* parent = nullptr);

    [[nodiscard]] const std::vector<TableColumn>& columns() const { return columns_; }
    [[nodiscard]] const std::vector<TableRow>& rows() const { return rows_; }
    /// As many as before, with other titles, names and tool tips.
    void rename_columns(std::vector<TableColumn> columns);
    /// Each as long as there are columns. As many rows as before are the same rows with new values:
    /// what is selected stays selected.
    void set_rows(std::vector<TableRow> rows);
    /// Columns in the order in which a place of the table tells them: its own, and what is written with it.
    [[nodiscard]] std::vector<std::size_t> columns_at(std::size_t column) const;
    /// A line for each column that lies under another.
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

/// Sorts by value, undefined last in either order, and shows the rows that meet a query.
class SortedTable : public QSortFilterProxyModel {
    Q_OBJECT
public:
    /// @param model  outlives this
    explicit SortedTable(TableModel& model, QObject* parent = nullptr);

    void set_query(const QString& text);
    /// The rows that are shown, in their order.
    [[nodiscard]] const TableRow& shown_row(int row) const;

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    TableModel& model_;
    QStringList titles_;
    TableQuery query_;
};

/// All columns of the rows that are shown, in their order: a header line, then a line a row.
[[nodiscard]] QString csv_of(const SortedTable& table, const TableModel& model);
/// Titles and texts of these columns, with tabs between them.
[[nodiscard]] QString tab_separated(const SortedTable& table, const TableModel& model,
                                    const std::vector<int>& rows, const std::vector<int>& columns);

} // namespace hitmap
