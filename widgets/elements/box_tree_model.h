#pragma once

#include "widgets/elements/tree_data.h"

#include <QtCore/QAbstractItemModel>

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace hitmap {

/// The boxes of a TreeData as rows below their parents. Rows are made when their parent is expanded, and
/// those of a box with very many children a few at a time, so that nothing takes time or memory by the size
/// of the tree.
class BoxTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    explicit BoxTreeModel(QObject* parent = nullptr);

    /// Null: no rows. Data of the same tree are new values, so that rows stay expanded and selected.
    void set_data(std::shared_ptr<const TreeData> data);
    [[nodiscard]] const std::shared_ptr<const TreeData>& tree_data() const { return data_; }
    [[nodiscard]] const SiblingOrder& sibling_order() const { return order_; }

    /// Returns the box of a row; no value for an invalid index.
    [[nodiscard]] std::optional<std::uint32_t> box_at(const QModelIndex& index) const;
    /// Returns the first cell of the row of a box, which it makes if it does not exist yet. Invalid if there
    /// is no such box.
    [[nodiscard]] QModelIndex index_of(std::uint32_t box, int column = 0);

    /// Returns whether the row is the last one of its parent so far, which has more children.
    [[nodiscard]] bool ends_early(const QModelIndex& index) const;
    /// Makes more rows below a parent that has more children. Views must not fetch them whenever they are
    /// laid out, as they do with fetchMore(): then there would be more in each frame that is played.
    void add_rows(const QModelIndex& parent);

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    using QObject::parent;
    [[nodiscard]] QModelIndex sibling(int row, int column, const QModelIndex& index) const override;
    [[nodiscard]] bool hasChildren(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    /// Boxes with very many children keep their order until set_data() brings another one.
    void sort(int column, Qt::SortOrder direction) override;

Q_SIGNALS:
    /// sort() was called, and the data have an older order.
    void order_wanted();

private:
    /// The children of a box that was expanded, or the tops.
    struct Children {
        std::vector<std::uint32_t> boxes;
        std::size_t rows = 0; ///< the first ones, which the views know
    };
    [[nodiscard]] const BoxTree& tree() const { return data_->table->shape->tree; }
    /// Returns the parent in this model; BoxTree::none for a top.
    [[nodiscard]] std::uint32_t parent_of(std::uint32_t box) const;
    [[nodiscard]] std::uint32_t box_or_none(const QModelIndex& index) const;
    Children& children_of(std::uint32_t parent) const;
    void make_rows(std::uint32_t parent, std::size_t rows);
    [[nodiscard]] int row_of(std::uint32_t box) const;
    /// Forgets the order of all children and moves persistent indices to the new rows.
    template <class Change>
    void change_layout(Change change);

    std::shared_ptr<const TreeData> data_;
    SiblingOrder order_;
    mutable std::unordered_map<std::uint32_t, Children> children_;      ///< by parent
    mutable std::unordered_map<std::uint32_t, std::size_t> row_of_box_; ///< of the boxes in `children_`
};

} // namespace hitmap
