#include "widgets/elements/box_tree_model.h"

#include "core/trace/elements/element_source.h"
#include "core/trace/model/element_kind.h"

#include <algorithm>
#include <utility>

namespace hitmap {

BoxTreeModel::BoxTreeModel(QObject* parent) : QAbstractItemModel(parent) {}

template <class Change>
void BoxTreeModel::change_layout(Change change) {
    Q_EMIT layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    std::unordered_map<std::uint32_t, std::size_t> rows;
    for (const auto& [parent, children] : children_)
        rows[parent] = children.rows;
    change();
    children_.clear();
    row_of_box_.clear();
    for (const auto& [parent, count] : rows)
        children_of(parent).rows = count;
    QModelIndexList after;
    for (const QModelIndex& index : before) {
        const auto box = static_cast<std::uint32_t>(index.internalId());
        const int row = row_of(box);
        Children& siblings = children_of(parent_of(box));
        siblings.rows = std::max(siblings.rows, static_cast<std::size_t>(row) + 1);
        after.append(createIndex(row, index.column(), index.internalId()));
    }
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged();
}

void BoxTreeModel::set_data(std::shared_ptr<const TreeData> data) {
    const bool same_tree = data != nullptr && data_ != nullptr && data->table->shape == data_->table->shape;
    if (same_tree) return change_layout([&] { data_ = std::move(data); });
    beginResetModel();
    children_.clear();
    row_of_box_.clear();
    data_ = std::move(data);
    endResetModel();
}

std::uint32_t BoxTreeModel::parent_of(std::uint32_t box) const {
    // Boxes of a cycle are tops although they have a parent.
    return tree().level(box) == 0 ? BoxTree::none : tree().parent(box);
}

std::uint32_t BoxTreeModel::box_or_none(const QModelIndex& index) const {
    return index.isValid() ? static_cast<std::uint32_t>(index.internalId()) : BoxTree::none;
}

std::optional<std::uint32_t> BoxTreeModel::box_at(const QModelIndex& index) const {
    if (!index.isValid()) return std::nullopt;
    return box_or_none(index);
}

BoxTreeModel::Children& BoxTreeModel::children_of(std::uint32_t parent) const {
    const auto [made, is_new] = children_.try_emplace(parent);
    Children& children = made->second;
    if (!is_new) return children;
    const auto many = data_->many.find(parent);
    children.boxes =
        many != data_->many.end() ? many->second : ordered_children(*data_->table, parent, order_);
    children.rows = std::min(children.boxes.size(), TreeData::many_children);
    for (std::size_t row = 0; row < children.boxes.size(); ++row)
        row_of_box_[children.boxes[row]] = row;
    return children;
}

int BoxTreeModel::row_of(std::uint32_t box) const {
    (void)children_of(parent_of(box));
    return static_cast<int>(row_of_box_.at(box));
}

void BoxTreeModel::make_rows(std::uint32_t parent, std::size_t rows) {
    Children& children = children_of(parent);
    rows = std::min(rows, children.boxes.size());
    if (rows <= children.rows) return;
    const QModelIndex above = parent == BoxTree::none ? QModelIndex() : index_of(parent);
    beginInsertRows(above, static_cast<int>(children.rows), static_cast<int>(rows) - 1);
    children.rows = rows;
    endInsertRows();
}

QModelIndex BoxTreeModel::index_of(std::uint32_t box, int column) {
    if (data_ == nullptr || box >= tree().size()) return {};
    const int row = row_of(box);
    make_rows(parent_of(box), static_cast<std::size_t>(row) + 1);
    return createIndex(row, column, box);
}

QModelIndex BoxTreeModel::index(int row, int column, const QModelIndex& parent) const {
    if (data_ == nullptr || row < 0 || column < 0 || column >= columnCount() || parent.column() > 0)
        return {};
    const Children& children = children_of(box_or_none(parent));
    if (static_cast<std::size_t>(row) >= children.rows) return {};
    return createIndex(row, column, children.boxes[static_cast<std::size_t>(row)]);
}

QModelIndex BoxTreeModel::parent(const QModelIndex& index) const {
    if (data_ == nullptr || !index.isValid()) return {};
    const std::uint32_t above = parent_of(box_or_none(index));
    return above == BoxTree::none ? QModelIndex() : createIndex(row_of(above), 0, above);
}

QModelIndex BoxTreeModel::sibling(int row, int column, const QModelIndex& index) const {
    if (index.isValid() && row == index.row() && column >= 0 && column < columnCount())
        return createIndex(row, column, index.internalId());
    return QAbstractItemModel::sibling(row, column, index);
}

bool BoxTreeModel::hasChildren(const QModelIndex& parent) const {
    if (data_ == nullptr || parent.column() > 0) return false;
    return parent.isValid() ? !tree().is_leaf(box_or_none(parent)) : !tree().tops().empty();
}

int BoxTreeModel::rowCount(const QModelIndex& parent) const {
    return hasChildren(parent) ? static_cast<int>(children_of(box_or_none(parent)).rows) : 0;
}

int BoxTreeModel::columnCount(const QModelIndex& /*parent*/) const {
    return static_cast<int>(tree_panel_headings().size());
}

bool BoxTreeModel::ends_early(const QModelIndex& index) const {
    if (data_ == nullptr || !index.isValid()) return false;
    const Children& siblings = children_of(parent_of(box_or_none(index)));
    return siblings.rows < siblings.boxes.size() &&
           static_cast<std::size_t>(index.row()) + 1 == siblings.rows;
}

void BoxTreeModel::add_rows(const QModelIndex& parent) {
    if (!hasChildren(parent)) return;
    const std::uint32_t box = box_or_none(parent);
    make_rows(box, children_of(box).rows + TreeData::many_children);
}

QVariant BoxTreeModel::data(const QModelIndex& index, int role) const {
    if (data_ == nullptr || !index.isValid()) return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((index.column() == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    const std::uint32_t box = box_or_none(index);
    const ElementSources sources(data_->simulation->recording->scene);
    const auto& column = tree_panel_columns()[static_cast<std::size_t>(index.column())];
    const TableCell cell =
        table_cell(column.info, column.value({*data_->table, box, sources.source(box_kind, box)}));
    if (role == Qt::DisplayRole) return cell_text(cell);
    const QString& help = tree_panel_headings()[static_cast<std::size_t>(index.column())].tool_tip;
    return cell.detail.isEmpty() ? help : cell.detail;
}

QVariant BoxTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const TableColumn& column = tree_panel_headings()[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) return column.title;
    if (role == Qt::ToolTipRole && !column.tool_tip.isEmpty()) return column.tool_tip;
    // A click shows the boxes that cost most.
    if (role == Qt::InitialSortOrderRole)
        return static_cast<int>(section == 0 ? Qt::AscendingOrder : Qt::DescendingOrder);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    return {};
}

void BoxTreeModel::sort(int column, Qt::SortOrder direction) {
    const SiblingOrder order{column, direction};
    if (order == order_) return;
    if (data_ == nullptr) {
        order_ = order;
        return;
    }
    change_layout([&] { order_ = order; });
    if (data_->order != order_ && !data_->many.empty()) Q_EMIT order_wanted();
}

} // namespace hitmap
