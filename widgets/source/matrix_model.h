#pragma once

#include "render/image/colour_map.h"
#include "widgets/source/source_data.h"

#include <QtCore/QAbstractTableModel>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

/// What the cells of the matrix show.
enum class MatrixValue : std::uint8_t { l1_rate, l2_rate, l1_misses, l2_misses, sectors };

/// The matrix of source lines by allocations in some frames. Cells are made when they are asked
/// for, so that a matrix of any size can be shown.
class MatrixModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit MatrixModel(QObject* parent = nullptr);

    /// `data` may be null: an empty matrix.
    void show_data(std::shared_ptr<const SourceData> data);
    /// @param map  colours the values: rates from 0 to 1, others from 0 to the greatest one
    void show_value(MatrixValue value, const ColourMap& map);
    /// The line of a row, with its cells, and its file. The row must exist.
    [[nodiscard]] const LineTraffic& line(int row) const;
    [[nodiscard]] const FileTraffic& file(int row) const;
    /// The allocation of a column, as in MatrixCell. The column must exist.
    [[nodiscard]] std::uint32_t allocation(int column) const {
        return allocations_[static_cast<std::size_t>(column)];
    }
    /// Returns the cell of a line in an allocation; not valid if there is none.
    [[nodiscard]] QModelIndex index_of(const std::string& line, std::uint32_t allocation) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    struct Place {
        std::size_t file;
        std::size_t line;
    };
    /// The cell among those of a line; null if the line did not access the allocation.
    [[nodiscard]] const LineAllocation* cell(const LineTraffic& line, int column) const;
    [[nodiscard]] const LineTraffic& whole_line(int row) const;
    [[nodiscard]] QString explanation_of(const QModelIndex& index, const LineAllocation* cell) const;
    [[nodiscard]] std::optional<double> value_of(const LineAllocation& cell) const;
    [[nodiscard]] std::optional<double> shade_of(const LineAllocation& cell) const;
    [[nodiscard]] QString text_of_cell(const LineAllocation& cell) const;
    [[nodiscard]] QString name_of_allocation(std::uint32_t allocation) const;
    void find_most();

    std::shared_ptr<const SourceData> data_;
    std::vector<Place> lines_;               ///< [rows]
    std::vector<std::uint32_t> allocations_; ///< [columns] those with a cell
    MatrixValue value_ = MatrixValue::l1_rate;
    ColourMap map_;
    double most_ = 0.0; ///< greatest value
};

} // namespace hitmap
