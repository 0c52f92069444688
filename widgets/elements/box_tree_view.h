#pragma once

#include "core/tree/subtree.h"
#include "widgets/elements/box_tree_model.h"

#include <QtWidgets/QTreeView>

#include <cstdint>
#include <functional>
#include <optional>

namespace hitmap {

/// The rows of a BoxTreeModel. Besides the usual keys of a tree, Ctrl+Left goes to the parent, Ctrl+Right to
/// the first child, Ctrl+Up and Ctrl+Down to the siblings; a click on a header sorts siblings, and its menu
/// chooses columns, which the settings store.
class BoxTreeView : public QTreeView {
    Q_OBJECT
public:
    /// @param model  must outlive the view
    explicit BoxTreeView(BoxTreeModel& model, QWidget* parent = nullptr);

    /// The box whose row is current.
    [[nodiscard]] std::optional<std::uint32_t> current_box() const;
    /// Makes the row of a box the current one and shows it; no value: none. Emits no signal.
    void select_box(std::optional<std::uint32_t> box);

Q_SIGNALS:
    /// The user made the row of a box the current one.
    void box_chosen(std::uint32_t box);
    /// Enter was pressed on the row of a box, or it was double-clicked.
    void box_activated(std::uint32_t box);
    /// The curve of a box is wanted.
    void pin_wanted(std::uint32_t box);
    /// The mesh view should draw a subtree alone or hide it; no value: draw everything.
    void drawing_wanted(const std::optional<hitmap::SubtreeChoice>& subtree);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option,
                 const QModelIndex& index) const override;

private:
    void add_actions();
    void add_drawing_actions();
    void add_action(const QString& text, const QList<QKeySequence>& keys,
                    const std::function<void(const QModelIndex& row)>& act);
    void go_to(const QModelIndex& row);
    /// Expands a row and what is below it, level by level, until that would be too much.
    void expand_below(const QModelIndex& row);
    void copy_row(const QModelIndex& row) const;
    void show_columns_menu(const QPoint& position);
    void restore_columns();
    void store_columns() const;
    void widen_columns();

    BoxTreeModel& model_;
    bool quiet_ = false; ///< the program changes the current row, not the user
};

} // namespace hitmap
