// Order, width and visibility of the columns of a table.
#include "widgets/table/data_table.h"
#include "widgets/table/stacked_header.h"

#include <QtCore/QEvent>
#include <QtGui/QFontMetrics>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>

#include <algorithm>

namespace hitmap {

void DataTable::order_columns() {
    // The rows of a source are made for this.
    const int rows = std::min(model_->rowCount(), model_->source() != nullptr ? 64 : 1000);
    const auto has_value = [&](int column) {
        const auto columns = model_->columns_at(static_cast<std::size_t>(column));
        for (int row = 0; row < rows; ++row)
            for (const std::size_t each : columns)
                if (model_->row(row)[each].defined()) return true;
        return false;
    };
    std::vector<int> order;
    std::vector<int> without;
    bool any_number = false;
    for (int column = 0; column < model_->columnCount(); ++column) {
        const bool is_name = column == 0; // of the row
        if (is_name || has_value(column)) {
            order.push_back(column);
            any_number =
                any_number || (!is_name && !model_->row(0)[static_cast<std::size_t>(column)].is_text());
        } else {
            without.push_back(column);
        }
    }
    // A frame without any access leaves the columns where they are.
    if (!any_number) return;
    order.insert(order.end(), without.begin(), without.end());
    for (int place = 0; place < static_cast<int>(order.size()); ++place)
        header_->moveSection(header_->visualIndex(order[static_cast<std::size_t>(place)]), place);
}

void DataTable::widen_columns() {
    order_columns();
    // Column widths only grow, since they would otherwise flicker while a frame slider is dragged.
    const QAbstractItemView& sizes = *view_;
    widths_.resize(static_cast<std::size_t>(model_->columnCount()));
    for (int column = 0; column < model_->columnCount(); ++column) {
        if (view_->isColumnHidden(column)) continue;
        Width& width = widths_[static_cast<std::size_t>(column)];
        width.is_text = model_->rowCount() > 0 && model_->row(0)[static_cast<std::size_t>(column)].is_text();
        width.heading = header_->width_for(column);
        width.whole = std::max({width.whole, sizes.sizeHintForColumn(column), width.heading});
    }
    spread_columns();
}

int DataTable::least_width(const Width& width, int view) const {
    if (!width.is_text) return width.whole;
    const int letter = QFontMetrics(font()).averageCharWidth();
    const int longest = std::min(28 * letter, std::max(12 * letter, view * 2 / 5));
    return std::max(std::min(width.whole, longest), width.heading);
}

void DataTable::spread_columns() {
    if (!view_->isVisible() || widths_.size() != static_cast<std::size_t>(model_->columnCount())) return;
    const int view = view_->viewport()->width();
    int left = view;
    for (int column = 0; column < model_->columnCount(); ++column)
        if (!view_->isColumnHidden(column))
            left -= least_width(widths_[static_cast<std::size_t>(column)], view);
    for (int place = 0; place < header_->count(); ++place) {
        const int column = header_->logicalIndex(place);
        Width& width = widths_[static_cast<std::size_t>(column)];
        if (view_->isColumnHidden(column)) continue;
        const int least = least_width(width, view);
        const int more = std::clamp(left, 0, width.whole - least);
        left -= more;
        const int now = view_->columnWidth(column);
        // A width that the user has given to a text stays; numbers are always whole.
        const bool by_user = width.given > 0 && now != width.given;
        if (by_user ? width.is_text || now >= least : now == least + more) continue;
        view_->setColumnWidth(column, least + more);
        width.given = view_->columnWidth(column);
    }
    show_outside();
}

std::vector<int> DataTable::columns_outside() const {
    std::vector<int> left;
    std::vector<int> right;
    for (int place = 0; place < header_->count(); ++place) {
        const int column = header_->logicalIndex(place);
        if (header_->isSectionHidden(column)) continue;
        const int begin = header_->sectionViewportPosition(column);
        // One that is wider than the view is seen as well as it can be.
        const int size = std::min(header_->sectionSize(column), view_->viewport()->width());
        if (begin < 0)
            left.push_back(column);
        else if (begin + size > view_->viewport()->width())
            right.push_back(column);
    }
    return right.empty() ? left : right;
}

void DataTable::show_outside() {
    if (!view_->isVisible()) return;
    const std::vector<int> columns = columns_outside();
    QStringList names;
    for (const int column : columns)
        names += model_->heading(static_cast<std::size_t>(column)).join(QStringLiteral(", "));
    const bool on_the_left = !columns.empty() && header_->sectionViewportPosition(columns.front()) < 0;
    const QString text = columns.size() == 1 ? tr("+1 column") : tr("+%1 columns").arg(columns.size());
    outside_->setText(on_the_left ? QStringLiteral("◂ ") + text : text + QStringLiteral(" ▸"));
    outside_->setAccessibleName(text);
    outside_->setToolTip(tr("Scroll to: %1\n\nThe menu of a column heading selects columns.")
                             .arg(names.join(QStringLiteral("; "))));
}

void DataTable::scroll_outside() {
    const std::vector<int> columns = columns_outside();
    if (columns.empty()) return;
    QScrollBar& bar = *view_->horizontalScrollBar();
    const int begin = header_->sectionViewportPosition(columns.front());
    bar.setValue(begin < 0 ? 0 : bar.value() + begin);
}

bool DataTable::eventFilter(QObject* watched, QEvent* event) {
    if (watched == search_ && search_hides_ && event->type() == QEvent::KeyPress &&
        static_cast<const QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        search_->clear();
        search_->hide();
        view_->setFocus(Qt::ShortcutFocusReason);
        return true;
    }
    const bool other_width = event->type() == QEvent::Resize || event->type() == QEvent::Show;
    if (other_width && watched == view_->viewport()) spread_columns();
    return QWidget::eventFilter(watched, event);
}

} // namespace hitmap
