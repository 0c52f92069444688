#include "widgets/elements/box_tree_view.h"

#include <QtCore/QScopedValueRollback>
#include <QtCore/QSettings>
#include <QtCore/QTimer>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QAction>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QMenu>
#include <QtWidgets/QScrollBar>

#include <algorithm>
#include <deque>

namespace hitmap {

namespace {

/// Rows that one key or click may expand.
constexpr int most_expanded = 1000;

const QString& settings_key() {
    static const QString key = QStringLiteral("tables/tree");
    return key;
}

} // namespace

BoxTreeView::BoxTreeView(BoxTreeModel& model, QWidget* parent) : QTreeView(parent), model_(model) {
    setModel(&model_);
    setUniformRowHeights(true); // the height of all rows is otherwise measured
    setAlternatingRowColors(true);
    setAllColumnsShowFocus(true);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setExpandsOnDoubleClick(false); // a double click moves the camera, as in the tables
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    constexpr int narrow = 10; // trees are deep
    setIndentation(narrow);
    header()->setStretchLastSection(false);
    header()->setSectionsMovable(true);
    header()->setFirstSectionMovable(false);
    header()->setResizeContentsPrecision(0); // the visible rows
    header()->setSortIndicator(-1, Qt::DescendingOrder);
    setSortingEnabled(true);
    restore_columns();
    add_actions();
    header()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header(), &QHeaderView::customContextMenuRequested, this, &BoxTreeView::show_columns_menu);
    connect(&model_, &QAbstractItemModel::layoutChanged, this, &BoxTreeView::widen_columns);
    connect(&model_, &QAbstractItemModel::modelReset, this, &BoxTreeView::widen_columns);
    connect(this, &QTreeView::expanded, this, &BoxTreeView::widen_columns, Qt::QueuedConnection);
    connect(this, &QTreeView::doubleClicked, this, [this](const QModelIndex& row) {
        if (const auto box = model_.box_at(row)) Q_EMIT box_activated(*box);
    });
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& row) {
        const auto box = model_.box_at(row);
        if (box && !quiet_) Q_EMIT box_chosen(*box);
    });
}

std::optional<std::uint32_t> BoxTreeView::current_box() const {
    return model_.box_at(currentIndex());
}

void BoxTreeView::select_box(std::optional<std::uint32_t> box) {
    const QScopedValueRollback<bool> quiet(quiet_, true);
    const QModelIndex row = box ? model_.index_of(*box) : QModelIndex();
    if (!row.isValid()) {
        selectionModel()->clear();
        return;
    }
    if (current_box() != box || !selectionModel()->isRowSelected(row.row(), row.parent())) {
        selectionModel()->setCurrentIndex(row,
                                          QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        // Expands the rows above it, too. Without a hint the view would also scroll sideways.
        const int sideways = horizontalScrollBar()->value();
        scrollTo(row);
        horizontalScrollBar()->setValue(sideways);
    }
}

void BoxTreeView::add_action(const QString& text, const QList<QKeySequence>& keys,
                             const std::function<void(const QModelIndex& row)>& act) {
    auto* action = new QAction(text, this);
    action->setShortcuts(keys);
    action->setShortcutContext(Qt::WidgetShortcut);
    connect(action, &QAction::triggered, this, [this, act] {
        const QModelIndex row = currentIndex();
        if (row.isValid()) act(row.siblingAtColumn(0));
    });
    addAction(action);
}

void BoxTreeView::add_actions() {
    setContextMenuPolicy(Qt::ActionsContextMenu);
    add_action(tr("Go to the &Parent"), {QKeySequence(tr("Ctrl+Left"))},
               [this](const QModelIndex& row) { go_to(row.parent()); });
    add_action(tr("Go to the &First Child"), {QKeySequence(tr("Ctrl+Right"))},
               [this](const QModelIndex& row) {
                   expand(row);
                   go_to(model_.index(0, 0, row));
               });
    add_action(tr("P&revious Sibling"), {QKeySequence(tr("Ctrl+Up"))},
               [this](const QModelIndex& row) { go_to(model_.index(row.row() - 1, 0, row.parent())); });
    add_action(tr("&Next Sibling"), {QKeySequence(tr("Ctrl+Down"))},
               [this](const QModelIndex& row) { go_to(model_.index(row.row() + 1, 0, row.parent())); });
    add_action(tr("&Expand All Below"), {QKeySequence(tr("*"))},
               [this](const QModelIndex& row) { expand_below(row); });
    add_action(tr("Fly to the &Box"), {QKeySequence(Qt::Key_Return), QKeySequence(Qt::Key_Enter)},
               [this](const QModelIndex& row) { Q_EMIT box_activated(*model_.box_at(row)); });
    add_drawing_actions();
    add_action(tr("P&in in Time"), {QKeySequence(tr("Ctrl+P"))},
               [this](const QModelIndex& row) { Q_EMIT pin_wanted(*model_.box_at(row)); });
    add_action(tr("&Copy"), {QKeySequence::Copy}, [this](const QModelIndex& row) { copy_row(row); });
}

void BoxTreeView::add_drawing_actions() {
    using Drawn = SubtreeChoice::Drawn;
    // The keys of the mesh view.
    add_action(tr("Draw &Only This Subtree"), {QKeySequence(tr("Shift+H"))}, [this](const QModelIndex& row) {
        Q_EMIT drawing_wanted(SubtreeChoice{*model_.box_at(row), Drawn::alone});
    });
    add_action(tr("&Hide This Subtree"), {QKeySequence(tr("H"))}, [this](const QModelIndex& row) {
        Q_EMIT drawing_wanted(SubtreeChoice{*model_.box_at(row), Drawn::hidden});
    });
    add_action(tr("&Draw Everything"), {QKeySequence(tr("Ctrl+Shift+H"))},
               [this](const QModelIndex&) { Q_EMIT drawing_wanted(std::nullopt); });
}

void BoxTreeView::go_to(const QModelIndex& row) {
    if (!row.isValid()) return;
    const int sideways = horizontalScrollBar()->value();
    selectionModel()->setCurrentIndex(row, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(row);
    horizontalScrollBar()->setValue(sideways);
}

void BoxTreeView::expand_below(const QModelIndex& row) {
    std::deque<QModelIndex> open{row};
    int rows = 0;
    while (!open.empty()) {
        const QModelIndex next = open.front();
        open.pop_front();
        if (!model_.hasChildren(next)) continue;
        const int children = model_.rowCount(next);
        rows += children;
        if (rows > most_expanded) return;
        expand(next);
        for (int child = 0; child < children; ++child)
            open.push_back(model_.index(child, 0, next));
    }
}

void BoxTreeView::copy_row(const QModelIndex& row) const {
    QStringList titles;
    QStringList texts;
    for (int place = 0; place < header()->count(); ++place) {
        const int column = header()->logicalIndex(place);
        if (isColumnHidden(column)) continue;
        titles.append(model_.headerData(column, Qt::Horizontal)
                          .toString()
                          .replace(QLatin1Char('\n'), QLatin1Char(' ')));
        texts.append(row.siblingAtColumn(column).data().toString());
    }
    QGuiApplication::clipboard()->setText(titles.join(QLatin1Char('\t')) + QLatin1Char('\n') +
                                          texts.join(QLatin1Char('\t')) + QLatin1Char('\n'));
}

void BoxTreeView::keyPressEvent(QKeyEvent* event) {
    // The view itself would expand the whole subtree, which may have millions of rows.
    if (event->key() == Qt::Key_Asterisk) {
        if (currentIndex().isValid()) expand_below(currentIndex().siblingAtColumn(0));
        return;
    }
    QTreeView::keyPressEvent(event);
}

void BoxTreeView::focusInEvent(QFocusEvent* event) {
    const QScopedValueRollback<bool> quiet(quiet_, true); // the first row becomes the current one
    QTreeView::focusInEvent(event);
}

void BoxTreeView::showEvent(QShowEvent* event) {
    QTreeView::showEvent(event);
    widen_columns();
}

void BoxTreeView::drawRow(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    QTreeView::drawRow(painter, option, index);
    if (!model_.ends_early(index)) return;
    QTimer::singleShot(0, this, [this, row = QPersistentModelIndex(index)] {
        if (model_.ends_early(row)) model_.add_rows(row.parent());
    });
}

void BoxTreeView::show_columns_menu(const QPoint& position) {
    QMenu menu;
    for (int column = 1; column < model_.columnCount(); ++column) {
        QAction* action = menu.addAction(model_.headerData(column, Qt::Horizontal)
                                             .toString()
                                             .replace(QLatin1Char('\n'), QLatin1Char(' ')));
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            setColumnHidden(column, !shown);
            widen_columns();
            store_columns();
        });
    }
    menu.addSeparator();
    menu.addAction(tr("Original Order of Rows"), this, [this] { sortByColumn(-1, Qt::DescendingOrder); });
    menu.exec(header()->mapToGlobal(position));
}

void BoxTreeView::restore_columns() {
    const QVariant stored = QSettings().value(settings_key());
    const QStringList chosen = stored.toStringList();
    const auto& columns = tree_panel_headings();
    for (std::size_t i = 1; i < columns.size(); ++i)
        setColumnHidden(static_cast<int>(i),
                        stored.isValid() ? !chosen.contains(columns[i].csv_name) : !columns[i].shown);
}

void BoxTreeView::store_columns() const {
    QStringList shown;
    for (int column = 0; column < model_.columnCount(); ++column)
        if (!isColumnHidden(column))
            shown.append(tree_panel_headings()[static_cast<std::size_t>(column)].csv_name);
    QSettings().setValue(settings_key(), shown);
}

void BoxTreeView::widen_columns() {
    if (!isVisible()) return;
    // Widths only grow, since they would otherwise flicker while a frame slider is dragged.
    for (int column = 0; column < model_.columnCount(); ++column) {
        if (isColumnHidden(column)) continue;
        const int needed = std::max(sizeHintForColumn(column), header()->sectionSizeHint(column));
        if (needed > columnWidth(column) || columnWidth(column) == header()->defaultSectionSize())
            setColumnWidth(column, needed);
    }
}

} // namespace hitmap
