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

QColor black_or_white_on(const QColor& colour) {
    return contrast_of(colour, Qt::white) > contrast_of(colour, Qt::black) ? Qt::white : Qt::black;
}

} // namespace

MatrixModel::MatrixModel(QObject* parent) : QAbstractTableModel(parent), map_(colour_maps().front()) {}

void MatrixModel::show_data(std::shared_ptr<const SourceData> data) {
    beginResetModel();
    data_ = std::move(data);
    lines_.clear();
    std::set<std::uint32_t> allocations;
    if (data_ != nullptr)
        for (std::size_t f = 0; f < data_->files.size(); ++f) {
            const auto& lines = data_->files[f].traffic.lines;
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
    beginResetModel();
    value_ = value;
    map_ = map;
    find_most();
    endResetModel();
}

void MatrixModel::find_most() {
    most_ = 0.0;
    for (const Place& place : lines_)
        for (const LineAllocation& of : data_->files[place.file].traffic.lines[place.line].allocations)
            most_ = std::max(most_, value_of(of).value_or(0.0));
}

const ShownFile& MatrixModel::file(int row) const {
    return data_->files[lines_[static_cast<std::size_t>(row)].file];
}

const LineTraffic& MatrixModel::line(int row) const {
    return file(row).traffic.lines[lines_[static_cast<std::size_t>(row)].line];
}

int MatrixModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

int MatrixModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(allocations_.size());
}

const LineAllocation* MatrixModel::cell(const QModelIndex& index) const {
    const auto& cells = line(index.row()).allocations;
    const std::uint32_t wanted = allocations_[static_cast<std::size_t>(index.column())];
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

QVariant MatrixModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const LineAllocation* const of = cell(index);
    if (of == nullptr) return {}; // the line never accessed the allocation
    if (role == Qt::DisplayRole) return text_of_cell(*of);
    if (role == Qt::TextAlignmentRole) return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return tr("%1, %2\n%3 requests, %4 sectors\n%5\n%6")
            .arg(text_of(line(index.row()).name),
                 name_of_allocation(allocations_[static_cast<std::size_t>(index.column())]),
                 count_text(of->sums.requests), count_text(of->sums.sectors),
                 level_text(QStringLiteral("L1"), of->sums.l1),
                 level_text(QStringLiteral("L2"), of->sums.l2));
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
