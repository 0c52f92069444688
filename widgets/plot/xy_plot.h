#pragma once

#include "render/plot/plot_frame.h"

#include <QtCore/QPointF>
#include <QtCore/QString>
#include <QtWidgets/QWidget>

#include <cstddef>
#include <functional>
#include <optional>

namespace hitmap {

/// Shows series over one axis, with ticks, a legend, and the values under the pointer. The keys Left and
/// Right move to other values. Series differ in their dashes, not only in their colours.
class XyPlot : public QWidget {
    Q_OBJECT
public:
    explicit XyPlot(QWidget* parent = nullptr);

    void set_data(PlotData data);
    [[nodiscard]] const PlotData& data() const { return data_; }
    [[nodiscard]] bool empty() const { return data_.empty(); }
    /// Returns the values at the pointer as text; empty if the pointer is elsewhere.
    [[nodiscard]] QString reading() const;
    /// Returns a table with one line per point. If there are several series, the first column is `series`.
    [[nodiscard]] virtual QString csv() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void data_changed();
    /// The selected point was clicked, or Enter was pressed on it.
    /// @param point  its index in the first series
    void point_chosen(std::size_t point);

protected:
    /// Returns colours and fonts of the plot on screen.
    [[nodiscard]] virtual PlotStyle style() const;
    /// Returns the values of the selected point; no value: none is selected.
    [[nodiscard]] virtual std::optional<PlotReading> reading_here() const;
    /// Selects the point nearest to a place of the widget.
    virtual void point_at(const QPointF& place);
    [[nodiscard]] const std::optional<std::size_t>& pointed() const { return pointed_; }
    void set_pointed(std::optional<std::size_t> point);
    /// Calls `use` with the frame as it is on screen.
    void with_frame(const std::function<void(const PlotFrame&)>& use) const;

    void mousePressEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void step(int by);
    /// Moves to the next point whose x is at least twice or at most half as large.
    void step_far(bool forwards);

    PlotData data_;
    std::optional<std::size_t> pointed_; ///< index of the selected point of the first series
};

} // namespace hitmap
