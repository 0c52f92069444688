#pragma once

#include "render/image/colour_map.h"
#include "widgets/contents/contents_results.h"
#include "widgets/session/selection/contents_display.h"

#include <QtCore/QAbstractTableModel>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace hitmap {

/// Who evicts whom: a row for each kind of lines that were evicted, a column for each kind of uses that
/// evicted them. Kinds are allocations or levels of boxes.
class EvictionMatrix : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit EvictionMatrix(QObject* parent = nullptr);

    /// @param results  null: an empty matrix
    /// @param map      colours the values from 0 to the greatest one
    void show(std::shared_ptr<const ContentsResults> results, const ContentsDisplay& display,
              const ColourMap& map);
    /// Null if there is no such eviction.
    [[nodiscard]] const EvictionCell* cell(int row, int column) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    using Kind = std::optional<std::uint32_t>; ///< no value: none
    [[nodiscard]] QString name_of_kind(const Kind& kind) const;
    [[nodiscard]] QString explanation_of(const EvictionCell& cell) const;
    [[nodiscard]] std::uint64_t value_of(const EvictionCell& cell) const;

    std::shared_ptr<const ContentsResults> results_;
    ContentsDisplay display_;
    std::vector<std::string> labels_;                            ///< of allocations
    std::vector<Kind> evicted_;                                  ///< [rows]
    std::vector<Kind> evicting_;                                 ///< [columns]
    std::map<std::pair<Kind, Kind>, const EvictionCell*> cells_; ///< in results_
    ColourMap map_;
    std::uint64_t most_ = 0;
};

} // namespace hitmap
