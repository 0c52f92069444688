#include "widgets/base/format.h"
#include "widgets/controls/save_file.h"
#include "widgets/table/data_table.h"
#include "widgets/table/table_csv.h"

#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QAction>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QTableView>

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

namespace hitmap {

namespace {

/// More would hold up the window, and hardly fit another program.
constexpr int most_copied_rows = 20000;

} // namespace

void DataTable::create_actions() {
    auto* copy = new QAction(tr("&Copy"), view_);
    copy->setShortcut(QKeySequence::Copy);
    connect(copy, &QAction::triggered, this, &DataTable::copy_selection);
    auto* choose = new QAction(tr("Activate the row"), view_);
    choose->setShortcuts({QKeySequence(Qt::Key_Return), QKeySequence(Qt::Key_Enter)});
    connect(choose, &QAction::triggered, this, [this] {
        const QModelIndex row = view_->currentIndex();
        if (row.isValid()) Q_EMIT row_activated(model_row(row));
    });
    auto* look = new QAction(tr("&Find"), view_);
    look->setShortcut(QKeySequence::Find);
    connect(look, &QAction::triggered, this, &DataTable::find);
    for (QAction* action : {copy, choose, look}) {
        action->setShortcutContext(Qt::WidgetShortcut);
        view_->addAction(action);
    }
}

void DataTable::offer(const QString& text, const QKeySequence& key, std::function<bool(int row)> applies,
                      std::function<void(int row)> act) {
    auto* action = new QAction(text, view_);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetShortcut);
    connect(action, &QAction::triggered, this, [this, applies, act = std::move(act)] {
        const int row = current_row();
        if (row >= 0 && applies(row)) act(row);
    });
    view_->addAction(action);
    offers_.push_back({action, std::move(applies)});
}

int DataTable::current_row() const {
    const QModelIndex row = view_->currentIndex();
    return row.isValid() ? model_row(row) : -1;
}

void DataTable::find() {
    if (search_ == nullptr) {
        search_hides_ = true;
        add_search().installEventFilter(this);
        setFocusProxy(view_);
    }
    search_->show();
    search_->setFocus(Qt::ShortcutFocusReason);
    search_->selectAll();
}

void DataTable::show_columns_menu(const QPoint& position) {
    QMenu menu;
    for (int column = frozen_ ? 1 : 0; column < model_->columnCount(); ++column) {
        if (place_of(column)) continue;
        const QStringList heading = model_->heading(static_cast<std::size_t>(column));
        QAction* action = menu.addAction(heading.join(QStringLiteral(", ")));
        action->setCheckable(true);
        action->setChecked(!view_->isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            view_->setColumnHidden(column, !shown);
            if (shown_columns().empty()) view_->showColumn(column);
            widen_columns();
            store_columns();
        });
    }
    menu.addSeparator();
    for (int column = 0; column < model_->columnCount(); ++column) {
        if (!place_of(column)) continue;
        const QString& title = model_->columns()[static_cast<std::size_t>(column)].title;
        connect(menu.addAction(tr("Sort by %1").arg(title)), &QAction::triggered, this,
                [this, column] { view_->sortByColumn(column, Qt::DescendingOrder); });
    }
    connect(menu.addAction(tr("Original Order of Rows")), &QAction::triggered, this,
            [this] { view_->sortByColumn(-1, Qt::AscendingOrder); });
    menu.exec(view_->horizontalHeader()->mapToGlobal(position));
}

void DataTable::show_table_menu(const QPoint& position) {
    QMenu menu;
    const QModelIndex cell = view_->indexAt(position);
    QAction* copy = menu.addAction(tr("&Copy"), this, &DataTable::copy_selection);
    copy->setEnabled(view_->selectionModel()->hasSelection());
    QAction* copy_cell = menu.addAction(tr("Copy C&ell"), this, [cell] {
        QGuiApplication::clipboard()->setText(cell.data(Qt::DisplayRole).toString());
    });
    copy_cell->setEnabled(cell.isValid());
    menu.addAction(tr("Copy &All"), this, &DataTable::copy_all);
    menu.addAction(tr("&Find"), this, &DataTable::find)->setShortcut(QKeySequence::Find);
    menu.addSeparator();
    menu.addAction(tr("&Save as CSV …"), this, &DataTable::ask_for_file);
    // The menu key asks at the current row, wherever the pointer is.
    const int row = cell.isValid() ? model_row(cell) : current_row();
    for (const Offer& offer : offers_) {
        offer.action->setEnabled(row >= 0 && offer.applies(row));
        menu.addAction(offer.action);
    }
    Q_EMIT menu_wanted(&menu, row);
    menu.exec(view_->viewport()->mapToGlobal(position));
    for (const Offer& offer : offers_)
        offer.action->setEnabled(true); // its key asks again
}

void DataTable::copy_selection() {
    std::vector<int> rows;
    for (const QModelIndex& row :
         view_->selectionModel()->selectedRows(frozen_ ? 1 : shown_columns().front()))
        rows.push_back(row.row());
    std::ranges::sort(rows);
    if (!rows.empty()) copy(rows);
}

void DataTable::copy_all() {
    if (sorted_->rowCount() > most_copied_rows) {
        too_many_ = std::make_unique<QObject>();
        Q_EMIT failed(tr("%1 rows are too many to copy; save them as CSV")
                          .arg(count_text(static_cast<std::uint64_t>(sorted_->rowCount()))),
                      too_many_.get());
        return;
    }
    std::vector<int> rows(static_cast<std::size_t>(sorted_->rowCount()));
    std::iota(rows.begin(), rows.end(), 0);
    copy(rows);
}

void DataTable::copy(const std::vector<int>& rows) {
    QGuiApplication::clipboard()->setText(tab_separated(*sorted_, *model_, rows, shown_columns()));
}

void DataTable::ask_for_file() {
    const QString file = ask_where_to_save(window(), tr("Save the table"), file_stem_, QStringLiteral(".csv"),
                                           tr("CSV tables (*.csv)"));
    if (file.isEmpty()) return;
    save_csv(file);
}

void DataTable::save_csv(const QString& file) {
    if (save_job_.running()) {
        Q_EMIT failed(tr("The table is still being saved. Stop that first, to save it as %1.").arg(file),
                      &save_job_);
        return;
    }
    save_job_.start(
        [shown = std::make_shared<const ShownRows>(shown_rows(*sorted_, *model_)), file,
         provenance = provenance_](const JobContext& job) {
            save_csv_file(*shown, file, provenance, job);
            return file;
        },
        [this](const QString& saved_as) { Q_EMIT saved(tr("Saved %1").arg(saved_as)); });
}

} // namespace hitmap
