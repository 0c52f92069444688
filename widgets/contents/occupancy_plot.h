#pragma once

#include "widgets/contents/contents_results.h"
#include "widgets/plot/xy_plot.h"

#include <memory>

namespace hitmap {

/// Returns the shares of a level's capacity by allocation at each moment, stacked. Allocations with a colour
/// of their own (AllocationLooks) have a series of their own; the others are one together.
[[nodiscard]] PlotData occupancy_plot(const ContentsResults& results, Level level);

/// Shows occupancy_plot(). Its table is that of `hitmap export --occupancy` for the level.
class OccupancyPlot : public XyPlot {
    Q_OBJECT
public:
    explicit OccupancyPlot(QWidget* parent = nullptr) : XyPlot(parent) {}

    /// @param results  null: nothing is drawn
    void show_level(std::shared_ptr<const ContentsResults> results, Level level);
    [[nodiscard]] QString csv() const override;

protected:
    [[nodiscard]] PlotStyle style() const override;

private:
    std::shared_ptr<const ContentsResults> results_;
    Level level_ = Level::l1;
};

} // namespace hitmap
