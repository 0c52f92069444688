#pragma once

#include "core/analysis/simt/slot_chart.h"
#include "core/profile/query/time_window.h"
#include "widgets/plot/xy_plot.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hitmap {

/// The warp slots of an SM over time: a bar for each warp that occupied one. Pointing at a bar, or the arrow
/// keys, read it: Left and Right go through the warps of a slot, Up and Down to other slots.
class SlotPlot : public XyPlot {
    Q_OBJECT
public:
    explicit SlotPlot(QWidget* parent = nullptr);

    /// @param chart  null: nothing is drawn
    void show_sm(std::shared_ptr<const SlotChart> chart, std::uint32_t sm);
    /// The positions that are marked, those of the current frames.
    void mark(TimeWindow window);
    /// The life of a bar. @param point  index in data()
    [[nodiscard]] const SlotChart::Life& life(std::size_t point) const;
    /// The middle of a bar in the widget.
    [[nodiscard]] QPoint place_of(std::size_t point) const;
    [[nodiscard]] QString csv() const override;

protected:
    [[nodiscard]] std::optional<PlotReading> reading_here() const override;
    void point_at(const QPointF& place) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] std::size_t nearest_in_slot(double slot, double position) const;

    std::shared_ptr<const SlotChart> chart_;
    std::vector<std::size_t> lives_; ///< [points] index in the chart
    TimeWindow marked_;
};

} // namespace hitmap
