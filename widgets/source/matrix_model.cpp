#include "widgets/source/matrix_model.h"

#include "widgets/base/format.h"
#include "widgets/controls/contrast_style.h"

#include <QtGui/QColor>

#include <algorithm>
#include <set>
#include <utility>

namespace hitmap {

namespace {

std::optional<double> rate_of(const LevelSums& sums) {
    if (sums.lookups == 0) return std::nullopt;
    return sums.hit_count() / static_cast<double>(sums.lookups);
}

std::optional<double> misses_of(const LevelSums& sums) {
    if (sums.lookups == 0) return std::nullopt;
    return sums.miss_count();
}

} // namespace

MatrixModel::MatrixModel(QObject* parent) : QAbstractTableModel(parent), map_(colour_maps().front()) {}

void MatrixModel::show_data(std::shared_ptr<const SourceData> data) {
    if (data_ != nullptr && data != nullptr && data_->simulation == data->simulation) {
        data_ = std::move(data); // another window of the same rows and columns
        find_most();
        if (rowCount() != 0 && columnCount() != 0)
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    data_ = std::move(data);
    lines_.clear();
    std::set<std::uint32_t> allocations;
    if (data_ != nullptr)
        for (std::size_t f = 0; f < data_->matrix.whole.size(); ++f) {
            const auto& lines = data_->matrix.whole[f].lines;
            for (std::size_t i = 0; i < lines.size(); ++i) {
                if (!lines[i].allocations.empty()) lines_.push_back({f, i});
                for (const LineAllocation& of : lines[i].allocations)
                    allocations.insert(of.allocation);
            }
        }
    allocations_.assign(allocations.begin(), allocations.end());
    find_most();
    endResetModel();
}

void MatrixModel::show_value(MatrixValue value, const ColourMap& map) {
    value_ = value;
    map_ = map;
    find_most();
    if (rowCount() != 0 && columnCount() != 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void MatrixModel::find_most() {
    most_ = 0.0;
    for (int row = 0; row < rowCount(); ++row)
        for (const LineAllocation& of : line(row).allocations)
            most_ = std::max(most_, value_of(of).value_or(0.0));
}

const FileTraffic& MatrixModel::file(int row) const {
    return data_->matrix.files[lines_[static_cast<std::size_t>(row)].file];
}

const LineTraffic& MatrixModel::line(int row) const {
    return file(row).lines[lines_[static_cast<std::size_t>(row)].line];
}

const LineTraffic& MatrixModel::whole_line(int row) const {
    const Place& place = lines_[static_cast<std::size_t>(row)];
    return data_->matrix.whole[place.file].lines[place.line];
}

QModelIndex MatrixModel::index_of(const std::string& name, std::uint32_t allocation) const {
    const auto column = std::find(allocations_.begin(), allocations_.end(), allocation);
    for (int row = 0; row < rowCount(); ++row)
        if (column != allocations_.end() && line(row).name == name)
            return index(row, static_cast<int>(column - allocations_.begin()));
    return {};
}

int MatrixModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

int MatrixModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(allocations_.size());
}

const LineAllocation* MatrixModel::cell(const LineTraffic& line, int column) const {
    const auto& cells = line.allocations;
    const std::uint32_t wanted = allocation(column);
    const auto found =
        std::lower_bound(cells.begin(), cells.end(), wanted,
                         [](const LineAllocation& a, std::uint32_t b) { return a.allocation < b; });
    return found != cells.end() && found->allocation == wanted ? &*found : nullptr;
}

std::optional<double> MatrixModel::value_of(const LineAllocation& cell) const {
    switch (value_) {
    case MatrixValue::l1_rate:
        return rate_of(cell.sums.l1);
    case MatrixValue::l2_rate:
        return rate_of(cell.sums.l2);
    case MatrixValue::l1_misses:
        return misses_of(cell.sums.l1);
    case MatrixValue::l2_misses:
        return misses_of(cell.sums.l2);
    case MatrixValue::sectors:
        break;
    }
    return static_cast<double>(cell.sums.sectors);
}

/// Position of the value in the colour map.
std::optional<double> MatrixModel::shade_of(const LineAllocation& cell) const {
    const std::optional<double> value = value_of(cell);
    const bool is_rate = value_ == MatrixValue::l1_rate || value_ == MatrixValue::l2_rate;
    if (!value || is_rate) return value;
    return most_ == 0.0 ? 0.0 : *value / most_;
}

QString MatrixModel::text_of_cell(const LineAllocation& cell) const {
    switch (value_) {
    case MatrixValue::l1_rate:
        return rate_text(cell.sums.l1);
    case MatrixValue::l2_rate:
        return rate_text(cell.sums.l2);
    case MatrixValue::l1_misses:
        return misses_text(cell.sums.l1);
    case MatrixValue::l2_misses:
        return misses_text(cell.sums.l2);
    case MatrixValue::sectors:
        break;
    }
    return count_text(cell.sums.sectors);
}

QString MatrixModel::name_of_allocation(std::uint32_t allocation) const {
    return allocation == MatrixCell::outside ? tr("no allocation")
                                             : text_of(data_->allocation_labels[allocation]);
}

QString MatrixModel::explanation_of(const QModelIndex& index, const LineAllocation* cell) const {
    const QString name =
        tr("%1, %2").arg(text_of(line(index.row()).name), name_of_allocation(allocation(index.column())));
    if (cell == nullptr) return tr("%1\nNot accessed in these frames").arg(name);
    return tr("%1\n%2 requests with %3 active lanes each on average, %4 sectors\n%5\n%6")
        .arg(name, count_text(cell->sums.requests),
             fixed_number(static_cast<double>(cell->active_lanes) /
                              static_cast<double>(std::max<std::uint64_t>(cell->sums.requests, 1)),
                          1),
             count_text(cell->sums.sectors), level_text(QStringLiteral("L1"), cell->sums.l1),
             level_text(QStringLiteral("L2"), cell->sums.l2));
}

QVariant MatrixModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    if (cell(whole_line(index.row()), index.column()) == nullptr) return {}; // never accessed
    const LineAllocation* const of = cell(line(index.row()), index.column());
    if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole) return explanation_of(index, of);
    if (of == nullptr) return role == Qt::DisplayRole ? QVariant(undefined_text()) : QVariant();
    if (role == Qt::DisplayRole) return text_of_cell(*of);
    const std::optional<double> shade = shade_of(*of);
    if (!shade || (role != Qt::BackgroundRole && role != Qt::ForegroundRole)) return {};
    const Rgb rgb = map_.at(static_cast<float>(*shade));
    const QColor colour(rgb.r, rgb.g, rgb.b);
    return role == Qt::BackgroundRole ? colour : black_or_white_on(colour);
}

QVariant MatrixModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole) return {};
    return orientation == Qt::Horizontal ? name_of_allocation(allocations_[static_cast<std::size_t>(section)])
                                         : text_of(line(section).name);
}

} // namespace hitmap
