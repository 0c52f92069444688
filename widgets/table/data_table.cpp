#include "widgets/table/data_table.h"

#include "widgets/messages/job_bar.h"
#include "widgets/table/corner_header.h"
#include "widgets/table/row_names.h"
#include "widgets/table/row_order.h"
#include "widgets/table/stacked_header.h"

#include <QtCore/QSettings>
#include <QtCore/QSignalBlocker>
#include <QtGui/QFontMetrics>
#include <QtWidgets/QAction>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <utility>

namespace hitmap {

namespace {

const QString& stored_name(const TableColumn& column) {
    return column.stored_name.isEmpty() ? column.csv_name : column.stored_name;
}

/// Rows have two lines if cells are written below others.
void set_row_height(QTableView& view, const std::vector<TableColumn>& columns, const QFont& font) {
    const auto stacks = [](const TableColumn& column) { return column.below.has_value(); };
    const int lines = std::ranges::any_of(columns, stacks) ? 2 : 1;
    view.verticalHeader()->setDefaultSectionSize(lines * QFontMetrics(font).height() + 6);
}

} // namespace

DataTable::DataTable(const QString& name, std::vector<TableColumn> columns, Height height, QWidget* parent)
    : QWidget(parent),
      model_(new TableModel(std::move(columns), this)),
      sorted_(new SortedTable(*model_, this)),
      view_(new QTableView),
      header_(new StackedHeader(*model_, view_)),
      file_stem_(name),
      height_(height) {
    setObjectName(name);
    view_->setObjectName(name + QStringLiteral("_view"));
    view_->setHorizontalHeader(header_);
    view_->setModel(sorted_);
    view_->setSelectionBehavior(QAbstractItemView::SelectRows);
    view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view_->setAlternatingRowColors(true);
    view_->setShowGrid(false);
    view_->setWordWrap(false);
    view_->setTabKeyNavigation(false);
    view_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view_->setVerticalHeader(new RowNames);
    view_->verticalHeader()->hide();
    view_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    set_row_height(*view_, model_->columns(), font());
    header_->setHighlightSections(false);
    header_->setStretchLastSection(true);
    // Rows keep their order until a header is clicked.
    header_->setSortIndicator(-1, Qt::AscendingOrder);
    view_->setSortingEnabled(true);
    if (height == Height::fits_rows) {
        view_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        view_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    }
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(view_);
    outside_ = new QToolButton;
    outside_->setObjectName(name + QStringLiteral("_outside"));
    outside_->setAutoRaise(true);
    outside_->setFocusPolicy(Qt::TabFocus);
    // Beside the scroll bar, with which it comes and goes, so that it takes no room of its own. A row below
    // would change the height and with it the width, and so on without end.
    outside_->setMaximumHeight(view_->horizontalScrollBar()->sizeHint().height());
    view_->addScrollBarWidget(outside_, Qt::AlignRight);
    auto* saving = new JobBar(save_job_);
    saving->setObjectName(name + QStringLiteral("_saving"));
    saving->set_title(tr("Saving the table"));
    saving->make_narrow();
    saving->show_only_long_jobs();
    rows->addWidget(saving);
    view_->viewport()->installEventFilter(this);
    setFocusProxy(view_);
    create_actions();
    connect_view();
    restore_columns();
    fit_height();
}

void DataTable::connect_view() {
    header_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header_, &QHeaderView::customContextMenuRequested, this, &DataTable::show_columns_menu);
    view_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(view_, &QTableView::customContextMenuRequested, this, &DataTable::show_table_menu);
    connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& row) {
                if (row.isValid()) Q_EMIT row_chosen(model_row(row));
            });
    connect(view_, &QTableView::doubleClicked, this,
            [this](const QModelIndex& row) { Q_EMIT row_activated(model_row(row)); });
    connect(view_->verticalHeader(), &QHeaderView::sectionDoubleClicked, this,
            [this](int row) { Q_EMIT row_activated(model_row(view_->model()->index(row, 0))); });
    connect(sorted_, &SortedTable::order_wanted, this, &DataTable::request_order);
    for (const auto changed : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(sorted_, changed, this, [this] { too_many_.reset(); });
    connect(sorted_, &QAbstractItemModel::modelReset, this, [this] { too_many_.reset(); });
    for (JobRunner* job : {&order_job_, &save_job_})
        connect(job, &JobRunner::failed, this, &DataTable::failed);
    connect(view_->horizontalScrollBar(), &QScrollBar::rangeChanged, this, &DataTable::fit_height);
    connect(view_->horizontalScrollBar(), &QScrollBar::rangeChanged, this, &DataTable::show_outside);
    connect(view_->horizontalScrollBar(), &QScrollBar::valueChanged, this, &DataTable::show_outside);
    connect(outside_, &QToolButton::clicked, this, &DataTable::scroll_outside);
}

void DataTable::set_rows(std::vector<TableRow> rows) {
    order_job_.stop();
    constexpr int measured_rows = 1000;
    header_->setResizeContentsPrecision(measured_rows);
    const bool had_source = model_->source() != nullptr;
    const bool other_rows = rows.size() != model_->rows().size();
    model_->set_rows(std::move(rows));
    if (had_source) { // what the source was sorted and searched by
        sorted_->sort(header_->sortIndicatorSection(), header_->sortIndicatorOrder());
        sorted_->invalidate();
    }
    if (other_rows) fit_height();
    widen_columns();
}

void DataTable::set_source(std::shared_ptr<const RowSource> source) {
    if (source->size() <= most_copied_source) {
        std::vector<TableRow> rows(source->size());
        for (std::size_t row = 0; row < rows.size(); ++row)
            for (std::size_t column = 0; column < model_->columns().size(); ++column)
                rows[row].push_back(source->cell(row, column));
        return set_rows(std::move(rows));
    }
    order_job_.stop();
    // The width of columns follows the visible rows and some more. Qt's usual thousand would take longer than
    // a refresh of the screen, because the rows are made for it.
    constexpr int measured_rows = 64;
    header_->setResizeContentsPrecision(measured_rows);
    // The view would otherwise sort all rows itself.
    if (model_->source() == nullptr) sorted_->QSortFilterProxyModel::sort(-1, Qt::AscendingOrder);
    model_->set_source(std::move(source));
    widen_columns();
    if (header_->sortIndicatorSection() >= 0 || !sorted_->query().empty()) request_order();
}

void DataTable::request_order() {
    QStringList titles;
    for (const TableColumn& column : model_->columns())
        titles.append(column.title);
    RowOrder order{sorted_->query(), std::nullopt, header_->sortIndicatorOrder()};
    if (const int column = header_->sortIndicatorSection(); column >= 0)
        order.column = static_cast<std::size_t>(column);
    order_job_.start(
        [source = model_->source(), titles, order](const JobContext& job) {
            return std::pair{source, ordered_rows(*source, titles, order, job)};
        },
        [this](std::pair<std::shared_ptr<const RowSource>, std::vector<std::uint32_t>> made) {
            if (made.first != model_->source()) return;
            model_->set_order(std::move(made.second));
            Q_EMIT ordered();
        });
}

int DataTable::model_row(const QModelIndex& index) const {
    return model_->source_row(sorted_->mapToSource(index).row());
}

void DataTable::rename_columns(std::vector<TableColumn> columns) {
    model_->rename_columns(std::move(columns));
    widen_columns();
}

void DataTable::replace_columns(std::vector<TableColumn> columns) {
    if (columns.size() == model_->columns().size()) return rename_columns(std::move(columns));
    widths_.clear();
    model_->replace_columns(std::move(columns));
    set_row_height(*view_, model_->columns(), font());
    restore_columns();
}

QLineEdit& DataTable::add_search(Search place) {
    search_ = new QLineEdit;
    search_->setObjectName(objectName() + QStringLiteral("_search"));
    search_->setPlaceholderText(tr("Search: text, >= 5, misses > 10"));
    search_->setToolTip(tr("Rows that hold a text, a regular expression or a number: \"face\", \"/^f|box/\", "
                           "\">= 5\", \"misses > 10\"; commas between several"));
    search_->setAccessibleName(tr("Search the table"));
    search_->setClearButtonEnabled(true);
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
        sorted_->set_query(text);
        fit_height();
    });
    if (place == Search::above) {
        static_cast<QVBoxLayout*>(layout())->insertWidget(0, search_);
        setFocusProxy(search_);
    }
    return *search_;
}

void DataTable::freeze_first_column(const QString& widest) {
    frozen_ = true;
    view_->hideColumn(0);
    view_->verticalHeader()->show();
    constexpr int margins = 12;
    view_->verticalHeader()->setMaximumWidth(QFontMetrics(font()).horizontalAdvance(widest) + margins);
    new CornerHeader(*view_);
}

void DataTable::select_row(std::optional<int> row) {
    const QSignalBlocker quiet(this);
    if (!row) {
        view_->clearSelection();
        view_->setCurrentIndex({});
        return;
    }
    const auto of_model = model_->row_of_source(*row);
    if (!of_model) return select_row(std::nullopt);
    const QModelIndex source = model_->index(*of_model, 0);
    const int shown = sorted_->mapFromSource(source).row();
    if (shown < 0) return select_row(std::nullopt);
    if (view_->currentIndex().row() == shown && view_->selectionModel()->isRowSelected(shown, {})) return;
    // QTableView::selectRow() would extend the selection while Shift is pressed.
    const int column = std::max(header_->logicalIndexAt(0), frozen_ ? 1 : 0);
    view_->selectionModel()->setCurrentIndex(sorted_->index(shown, column),
                                             QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    view_->scrollTo(sorted_->index(shown, frozen_ ? 1 : 0));
}

void DataTable::fit_height() {
    if (height_ != Height::fits_rows) return;
    const int rows = sorted_->rowCount() * view_->verticalHeader()->defaultSectionSize();
    const QScrollBar& bar = *view_->horizontalScrollBar();
    const int bar_height = bar.maximum() > bar.minimum() ? bar.sizeHint().height() : 0;
    const int frame = 2 * view_->frameWidth();
    view_->setFixedHeight(header_->sizeHint().height() + rows + bar_height + frame);
}

std::vector<int> DataTable::shown_columns() const {
    std::vector<int> columns;
    const QHeaderView& header = *view_->horizontalHeader();
    if (frozen_) columns.push_back(0);
    for (int place = 0; place < header.count(); ++place) {
        const int column = header.logicalIndex(place);
        if (view_->isColumnHidden(column)) continue;
        for (const std::size_t with : model_->columns_at(static_cast<std::size_t>(column)))
            columns.push_back(static_cast<int>(with));
    }
    return columns;
}

std::optional<int> DataTable::place_of(int column) const {
    for (int place = 0; place < model_->columnCount(); ++place) {
        const auto with = model_->columns_at(static_cast<std::size_t>(place));
        const auto found = std::ranges::find(with, static_cast<std::size_t>(column));
        if (found != with.begin() && found != with.end()) return place;
    }
    return std::nullopt;
}

void DataTable::restore_columns() {
    const QVariant stored = QSettings().value(QStringLiteral("tables/") + objectName());
    const QStringList chosen = stored.toStringList();
    for (std::size_t i = 0; i < model_->columns().size(); ++i) {
        const TableColumn& column = model_->columns()[i];
        const bool chosen_or_usual = stored.isValid() ? chosen.contains(stored_name(column)) : column.shown;
        const bool shown = chosen_or_usual && !place_of(static_cast<int>(i));
        view_->setColumnHidden(static_cast<int>(i), !shown);
        if (shown) view_->setColumnWidth(static_cast<int>(i), 0);
    }
    widen_columns();
}

void DataTable::store_columns() {
    QStringList shown;
    for (const int column : shown_columns())
        shown.append(stored_name(model_->columns()[static_cast<std::size_t>(column)]));
    QSettings().setValue(QStringLiteral("tables/") + objectName(), shown);
}

} // namespace hitmap
