#include "widgets/table/table_model.h"

#include <QtGui/QFontDatabase>
#include <QtGui/QGuiApplication>

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

/// Only the size is set; all other properties are those of the view.
QFont small_font() {
    constexpr double scale = 0.85;
    QFont font;
    const QFont usual = QGuiApplication::font();
    if (usual.pointSizeF() > 0.0) {
        font.setPointSizeF(scale * usual.pointSizeF());
    } else {
        font.setPixelSize(static_cast<int>(scale * usual.pixelSize()));
    }
    return font;
}

} // namespace

TableModel::TableModel(std::vector<TableColumn> columns, QObject* parent)
    : QAbstractTableModel(parent), columns_(std::move(columns)) {}

void TableModel::set_rows(std::vector<TableRow> rows) {
    if (source_ == nullptr && rows == rows_) return;
    if (source_ != nullptr || rows.size() != rows_.size()) {
        beginResetModel();
        source_.reset();
        order_.reset();
        made_.fill({});
        rows_ = std::move(rows);
        endResetModel();
        return;
    }
    rows_ = std::move(rows);
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    Q_EMIT headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
}

void TableModel::set_source(std::shared_ptr<const RowSource> source) {
    const bool same = source_ != nullptr && source_->size() == source->size();
    if (!same) beginResetModel();
    std::vector<int> made;
    for (MadeRow& each : made_) {
        if (each.row >= 0) made.push_back(each.row);
        each.row = -1;
    }
    rows_.clear();
    source_ = std::move(source);
    if (!same) {
        order_.reset();
        endResetModel();
        return;
    }
    // Only rows that were made are shown anywhere. A signal about all rows would make the proxy model map
    // each of them.
    std::ranges::sort(made);
    for (auto begin = made.begin(); begin != made.end();) {
        auto end = begin + 1;
        while (end != made.end() && *end == *(end - 1) + 1)
            ++end;
        Q_EMIT dataChanged(index(*begin, 0), index(*(end - 1), columnCount() - 1));
        begin = end;
    }
}

void TableModel::set_order(std::vector<std::uint32_t> order) {
    if (source_ == nullptr) return;
    beginResetModel();
    order_ = std::move(order);
    made_.fill({});
    endResetModel();
}

int TableModel::source_row(int row) const {
    return order_ ? static_cast<int>((*order_)[static_cast<std::size_t>(row)]) : row;
}

std::optional<int> TableModel::row_of_source(int source_row) const {
    if (!order_) return source_row < rowCount() ? std::optional(source_row) : std::nullopt;
    const auto at = std::ranges::find(*order_, static_cast<std::uint32_t>(source_row));
    if (at == order_->end()) return std::nullopt;
    return static_cast<int>(at - order_->begin());
}

const TableRow& TableModel::row(int row) const {
    if (source_ == nullptr) return rows_[static_cast<std::size_t>(row)];
    MadeRow& made = made_[static_cast<std::size_t>(row) % made_.size()];
    if (made.row != row) {
        made.row = row;
        made.cells.clear();
        const auto from = static_cast<std::size_t>(source_row(row));
        for (std::size_t column = 0; column < columns_.size(); ++column)
            made.cells.push_back(source_->cell(from, column));
    }
    return made.cells;
}

void TableModel::rename_columns(std::vector<TableColumn> columns) {
    columns_ = std::move(columns);
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

void TableModel::replace_columns(std::vector<TableColumn> columns) {
    beginResetModel();
    columns_ = std::move(columns);
    rows_.clear();
    source_.reset();
    order_.reset();
    made_ = {};
    endResetModel();
}

int TableModel::rowCount(const QModelIndex& parent) const {
    if (parent.isValid()) return 0;
    if (order_) return static_cast<int>(order_->size());
    return static_cast<int>(source_ != nullptr ? source_->size() : rows_.size());
}

int TableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

std::vector<std::size_t> TableModel::columns_at(std::size_t column) const {
    std::vector<std::size_t> all{column};
    if (columns_[column].of) all.push_back(*columns_[column].of);
    if (columns_[column].below) {
        const auto lower = columns_at(*columns_[column].below);
        all.insert(all.end(), lower.begin(), lower.end());
    }
    return all;
}

QStringList TableModel::heading(std::size_t column) const {
    const TableColumn& upper = columns_[column];
    QStringList lines{upper.of ? tr("%1 of look-ups").arg(upper.title) : upper.title};
    if (upper.below) lines += heading(*upper.below);
    return lines;
}

QString TableModel::text(const TableRow& row, std::size_t column) const {
    const TableColumn& upper = columns_[column];
    const QString text = upper.of ? part_of_text(row[column], row[*upper.of]) : cell_text(row[column]);
    return upper.below ? text + QLatin1Char('\n') + this->text(row, *upper.below) : text;
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
    const auto column = static_cast<std::size_t>(index.column());
    const TableRow& row = this->row(index.row());
    const TableCell& cell = row[column];
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return tool_tip(row, column);
    case Qt::TextAlignmentRole:
        return alignment_of(column);
    case Qt::FontRole:
        if (cell.type == CellType::address) return QFontDatabase::systemFont(QFontDatabase::FixedFont);
        if (columns_[column].of) return small_font();
        return {};
    default:
        return {};
    }
}

QString TableModel::tool_tip(const TableRow& row, std::size_t column) const {
    const std::vector<std::size_t> columns = columns_at(column);
    if (columns.size() == 1) {
        const TableCell& cell = row[column];
        if (!cell.is_text() || !cell.defined() || cell.detail.contains(cell_text(cell))) return cell.detail;
        // A long text is cut in its cell.
        return cell.detail.isEmpty() ? cell_text(cell) : cell_text(cell) + QLatin1Char('\n') + cell.detail;
    }
    QStringList lines;
    for (const std::size_t of : columns) {
        QString line = columns_[of].title + QStringLiteral(": ") + cell_text(row[of]);
        if (!row[of].detail.isEmpty()) line += QStringLiteral(" (%1)").arg(row[of].detail);
        lines.append(line);
    }
    return lines.join(QLatin1Char('\n'));
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical) {
        if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
        const TableRow& row = this->row(section);
        if (role == Qt::DisplayRole) return cell_text(row.front());
        if (role != Qt::ToolTipRole) return {};
        const QString& detail = row.front().detail;
        return detail.isEmpty() ? cell_text(row.front())
                                : cell_text(row.front()) + QLatin1Char('\n') + detail;
    }
    const TableColumn& column = columns_[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) return heading(static_cast<std::size_t>(section)).join(QLatin1Char('\n'));
    if (role == Qt::ToolTipRole) return column.tool_tip.isEmpty() ? column.title : column.tool_tip;
    if (role == Qt::TextAlignmentRole && rowCount() > 0)
        return alignment_of(static_cast<std::size_t>(section));
    return {};
}

/// Numbers in a column of texts are aligned as texts.
int TableModel::alignment_of(std::size_t column) const {
    return static_cast<int>((row(0)[column].is_text() ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

SortedTable::SortedTable(TableModel& model, QObject* parent) : QSortFilterProxyModel(parent), model_(model) {
    const auto read_titles = [this] {
        titles_.clear();
        for (const TableColumn& column : model_.columns())
            titles_.append(column.title);
    };
    read_titles();
    connect(&model, &QAbstractItemModel::headerDataChanged, this, read_titles);
    setSourceModel(&model);
}

void SortedTable::set_query(const QString& text) {
    query_ = TableQuery(text);
    if (model_.source() != nullptr)
        Q_EMIT order_wanted();
    else
        invalidateFilter();
}

void SortedTable::sort(int column, Qt::SortOrder order) {
    if (model_.source() != nullptr)
        Q_EMIT order_wanted();
    else
        QSortFilterProxyModel::sort(column, order);
}

const TableRow& SortedTable::shown_row(int row) const {
    return model_.row(mapToSource(index(row, 0)).row());
}

bool SortedTable::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const auto cell = [this](const QModelIndex& at) -> const TableCell& {
        return model_.rows()[static_cast<std::size_t>(at.row())][static_cast<std::size_t>(at.column())];
    };
    const TableCell& a = cell(left);
    const TableCell& b = cell(right);
    // The falling order is the reverse, except that undefined values are last in both.
    if (a.defined() != b.defined()) return a.defined() == (sortOrder() == Qt::AscendingOrder);
    return a.defined() && compare_cells(a, b) < 0;
}

bool SortedTable::filterAcceptsRow(int row, const QModelIndex& /*parent*/) const {
    if (model_.source() != nullptr) return true;
    return query_.matches(titles_, model_.rows()[static_cast<std::size_t>(row)]);
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
