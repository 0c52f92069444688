#pragma once

#include "render/plot/plot_frame.h"

#include <QtCore/QString>
#include <QtWidgets/QWidget>

#include <cstddef>
#include <optional>

namespace hitmap {

/// Series over one axis, with ticks, a legend, and the values under the pointer; Left and Right move through
/// them by key. Series are told apart by stroke, not by colour alone.
class XyPlot : public QWidget {
    Q_OBJECT
public:
    explicit XyPlot(QWidget* parent = nullptr);

    void set_data(PlotData data);
    [[nodiscard]] const PlotData& data() const { return data_; }
    [[nodiscard]] bool empty() const { return data_.empty(); }
    /// What is read out; empty where nothing is pointed at.
    [[nodiscard]] QString reading() const;
    /// A line a point, and `series` before it where there are several.
    [[nodiscard]] QString csv() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void data_changed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] std::optional<PlotReading> reading_here() const;
    void point_at(double x);
    void step(int by);
    /// To the next place whose ends are twice as far.
    void step_far(bool forwards);

    PlotData data_;
    std::optional<std::size_t> pointed_; ///< point of the first series
};

} // namespace hitmap
