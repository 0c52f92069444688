// Determines which columns of a table fit.
#include "widgets/controls/elided_label.h"
#include "widgets/table/data_table.h"
#include "widgets/table/stacked_header.h"

#include <QtCore/QEvent>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QTableView>

#include <algorithm>

namespace hitmap {

void DataTable::widen_columns() {
    // Column widths only grow, since they would otherwise flicker while a frame slider is dragged.
    const QAbstractItemView& sizes = *view_;
    needed_.resize(static_cast<std::size_t>(model_->columnCount()), 0);
    for (int column = 0; column < model_->columnCount(); ++column) {
        if (!is_wanted(column)) continue;
        int& needed = needed_[static_cast<std::size_t>(column)];
        needed = std::max({needed, sizes.sizeHintForColumn(column), header_->width_for(column)});
        if (!view_->isColumnHidden(column) && needed > view_->columnWidth(column))
            view_->setColumnWidth(column, needed);
    }
    fit_columns();
}

bool DataTable::is_wanted(int column) const {
    return !view_->isColumnHidden(column) || cut_.contains(column);
}

void DataTable::fit_columns() {
    if (columns_chosen_ || !view_->isVisible()) return;
    // While columns are replaced, the view is laid out before their widths are known; widen_columns()
    // follows.
    if (needed_.size() != static_cast<std::size_t>(model_->columnCount())) return;
    QSet<int> cut;
    QStringList names;
    int used = 0;
    for (int place = 0; place < header_->count(); ++place) {
        const int column = header_->logicalIndex(place);
        if (!is_wanted(column)) continue;
        const bool first = used == 0;
        used += needed_[static_cast<std::size_t>(column)];
        if (first || (cut.isEmpty() && used <= view_->viewport()->width())) continue;
        cut.insert(column);
        names += model_->heading(static_cast<std::size_t>(column)).join(QStringLiteral(", "));
    }
    if (cut == cut_) return;
    for (const int column : cut_ - cut) {
        view_->showColumn(column);
        view_->setColumnWidth(column, needed_[static_cast<std::size_t>(column)]);
    }
    for (const int column : cut - cut_)
        view_->hideColumn(column);
    cut_ = cut;
    more_->set_text(tr("Not shown for lack of width: %1").arg(names.join(QStringLiteral("; "))));
    more_->setVisible(!cut_.isEmpty());
}

void DataTable::show_cut_columns() {
    columns_chosen_ = true;
    for (const int column : cut_) {
        view_->showColumn(column);
        view_->setColumnWidth(column, needed_[static_cast<std::size_t>(column)]);
    }
    cut_.clear();
    more_->hide();
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
    if (other_width && watched == view_->viewport()) fit_columns();
    return QWidget::eventFilter(watched, event);
}

} // namespace hitmap
