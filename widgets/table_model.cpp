#include "widgets/table_model.h"

#include <QtGui/QFontDatabase>

#include <utility>

namespace hitmap {

TableModel::TableModel(std::vector<TableColumn> columns, QObject* parent)
    : QAbstractTableModel(parent), columns_(std::move(columns)) {}

void TableModel::set_rows(std::vector<TableRow> rows) {
    if (rows == rows_) return;
    if (rows.size() != rows_.size()) {
        beginResetModel();
        rows_ = std::move(rows);
        endResetModel();
        return;
    }
    rows_ = std::move(rows);
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    Q_EMIT headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
}

int TableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int TableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
    const TableCell& cell =
        rows_[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole:
        return cell_text(cell);
    case Qt::ToolTipRole:
        if (!cell.detail.isEmpty()) return cell.detail;
        return cell.is_text() ? QVariant(cell_text(cell)) : QVariant();
    case Qt::TextAlignmentRole:
        return static_cast<int>((cell.is_text() ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::FontRole:
        if (cell.type == CellType::address) return QFontDatabase::systemFont(QFontDatabase::FixedFont);
        return {};
    default:
        return {};
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical) {
        if (role != Qt::DisplayRole) return {};
        return cell_text(rows_[static_cast<std::size_t>(section)].front());
    }
    const TableColumn& column = columns_[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) return column.title;
    if (role == Qt::ToolTipRole) return column.tool_tip.isEmpty() ? column.title : column.tool_tip;
    if (role == Qt::TextAlignmentRole && !rows_.empty()) {
        const bool text = rows_.front()[static_cast<std::size_t>(section)].is_text();
        return static_cast<int>((text ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    return {};
}

SortedTable::SortedTable(TableModel& model, QObject* parent) : QSortFilterProxyModel(parent), model_(model) {
    for (const TableColumn& column : model.columns())
        titles_.append(column.title);
    setSourceModel(&model);
}

void SortedTable::set_query(const QString& text) {
    query_ = TableQuery(text);
    invalidateFilter();
}

const TableRow& SortedTable::shown_row(int row) const {
    return model_.rows()[static_cast<std::size_t>(mapToSource(index(row, 0)).row())];
}

bool SortedTable::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const auto cell = [this](const QModelIndex& at) -> const TableCell& {
        return model_.rows()[static_cast<std::size_t>(at.row())][static_cast<std::size_t>(at.column())];
    };
    const TableCell& a = cell(left);
    const TableCell& b = cell(right);
    // A falling order is this one turned round, and undefined is last in it as well.
    if (a.defined() != b.defined()) return a.defined() == (sortOrder() == Qt::AscendingOrder);
    return a.defined() && compare_cells(a, b) < 0;
}

bool SortedTable::filterAcceptsRow(int row, const QModelIndex& /*parent*/) const {
    return query_.matches(titles_, model_.rows()[static_cast<std::size_t>(row)]);
}

QString csv_of(const SortedTable& table, const TableModel& model) {
    QStringList fields;
    for (const TableColumn& column : model.columns())
        fields.append(column.csv_name);
    QString text = fields.join(QLatin1Char(',')) + QLatin1Char('\n');
    for (int row = 0; row < table.rowCount(); ++row) {
        fields.clear();
        for (const TableCell& cell : table.shown_row(row))
            fields.append(csv_field(cell));
        text += fields.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return text;
}

QString tab_separated(const SortedTable& table, const TableModel& model, const std::vector<int>& rows,
                      const std::vector<int>& columns) {
    QString text;
    const auto add_line = [&](const auto& field) {
        QStringList fields;
        for (const int column : columns)
            fields.append(field(static_cast<std::size_t>(column)).simplified());
        text += fields.join(QLatin1Char('\t')) + QLatin1Char('\n');
    };
    add_line([&](std::size_t column) { return model.columns()[column].title; });
    for (const int row : rows)
        add_line([&](std::size_t column) { return cell_text(table.shown_row(row)[column]); });
    return text;
}

} // namespace hitmap
