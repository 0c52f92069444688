#include "widgets/contents/eviction_matrix.h"

#include "core/report/contents/eviction_columns.h"
#include "core/trace/model/allocation_label.h"
#include "widgets/base/format.h"
#include "widgets/controls/contrast_style.h"

#include <QtGui/QColor>

#include <algorithm>
#include <set>

namespace hitmap {

EvictionMatrix::EvictionMatrix(QObject* parent) : QAbstractTableModel(parent), map_(colour_maps().front()) {}

void EvictionMatrix::show(std::shared_ptr<const ContentsResults> results, const ContentsDisplay& display,
                          const ColourMap& map) {
    beginResetModel();
    results_ = std::move(results);
    display_ = display;
    map_ = map;
    cells_.clear();
    labels_.clear();
    const auto none_last = [](const Kind& a, const Kind& b) {
        return a.has_value() != b.has_value() ? a.has_value() : a < b;
    };
    std::set<Kind, decltype(none_last)> evicted(none_last);
    std::set<Kind, decltype(none_last)> evicting(none_last);
    most_ = 0;
    if (results_ != nullptr) {
        labels_ = allocation_labels(results_->simulation->recording->info());
        const LevelEvictions& level = evictions_of(results_->evictions, display.level);
        for (const EvictionCell& cell :
             display.kind == EvictionKind::allocations ? level.allocations : level.box_levels) {
            cells_[{cell.evicted, cell.evicting}] = &cell;
            evicted.insert(cell.evicted);
            evicting.insert(cell.evicting);
            most_ = std::max(most_, value_of(cell));
        }
    }
    evicted_.assign(evicted.begin(), evicted.end());
    evicting_.assign(evicting.begin(), evicting.end());
    endResetModel();
}

const EvictionCell* EvictionMatrix::cell(int row, int column) const {
    const auto found =
        cells_.find({evicted_[static_cast<std::size_t>(row)], evicting_[static_cast<std::size_t>(column)]});
    return found == cells_.end() ? nullptr : found->second;
}

int EvictionMatrix::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(evicted_.size());
}

int EvictionMatrix::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(evicting_.size());
}

std::uint64_t EvictionMatrix::value_of(const EvictionCell& cell) const {
    switch (display_.value) {
    case EvictionValue::asked_again:
        return cell.asked_again;
    case EvictionValue::dirty:
        return cell.dirty;
    case EvictionValue::evictions:
        break;
    }
    return cell.evictions;
}

QString EvictionMatrix::name_of_kind(const Kind& kind) const {
    if (display_.kind == EvictionKind::box_levels) return kind ? tr("level %1").arg(*kind) : tr("no box");
    return kind ? text_of(labels_[*kind]) : tr("no allocation");
}

QString EvictionMatrix::explanation_of(const EvictionCell& cell) const {
    return tr("Lines of %1, evicted by those of %2:\n%3 evictions\n%4 asked for again later (%5), each a "
              "miss "
              "that the eviction caused\n%6 dirty lines written back")
        .arg(name_of_kind(cell.evicted), name_of_kind(cell.evicting), count_text(cell.evictions),
             count_text(cell.asked_again), share_text(cell.asked_again, cell.evictions),
             count_text(cell.dirty));
}

QVariant EvictionMatrix::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    const EvictionCell* const of = cell(index.row(), index.column());
    if (of == nullptr) return role == Qt::DisplayRole ? QVariant(undefined_text()) : QVariant();
    const std::uint64_t value = value_of(*of);
    if (role == Qt::DisplayRole) return count_text(value);
    if (role == Qt::ToolTipRole) return explanation_of(*of);
    if (role != Qt::BackgroundRole && role != Qt::ForegroundRole) return {};
    const Rgb rgb = map_.at(
        most_ == 0 ? 0.0F : static_cast<float>(static_cast<double>(value) / static_cast<double>(most_)));
    const QColor colour(rgb.r, rgb.g, rgb.b);
    return role == Qt::BackgroundRole ? colour : black_or_white_on(colour);
}

QVariant EvictionMatrix::headerData(int section, Qt::Orientation orientation, int role) const {
    const auto at = static_cast<std::size_t>(section);
    const bool is_column = orientation == Qt::Horizontal;
    const QString name = name_of_kind(is_column ? evicting_[at] : evicted_[at]);
    if (role == Qt::DisplayRole) return name;
    if (role == Qt::ToolTipRole)
        return is_column ? tr("Evicted by lines of %1").arg(name) : tr("Evicted lines of %1").arg(name);
    return {};
}

} // namespace hitmap
