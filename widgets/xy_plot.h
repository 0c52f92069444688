#pragma once

#include <QtCore/QPointF>
#include <QtCore/QString>
#include <QtWidgets/QWidget>

#include <cstdint>
#include <optional>
#include <vector>

namespace hitmap {

/// How the numbers of an axis are written.
enum class AxisNumbers : std::uint8_t {
    counts,
    bytes,
    shares, ///< 0..1, "50 %"
};

struct PlotAxis {
    QString title; ///< with its unit
    QString csv_name;
    AxisNumbers numbers = AxisNumbers::counts;
};

struct PlotSeries {
    QString title;
    std::vector<QPointF> points; ///< by rising x
};

/// What an XyPlot shows.
struct PlotData {
    QString title;
    PlotAxis x;
    PlotAxis y;
    std::vector<PlotSeries> series;
    bool dots = false;                ///< points that no line joins
    std::optional<double> marked_x{}; ///< a place of its own, such as the capacity
    QString mark_title{};
    QString empty_text{}; ///< says why where there is no point
};

/// Series over one axis, with ticks, a legend, and the values under the pointer; Left and Right move through
/// them by key. Series are told apart by stroke, not by colour alone.
class XyPlot : public QWidget {
    Q_OBJECT
public:
    explicit XyPlot(QWidget* parent = nullptr);

    void set_data(PlotData data);
    [[nodiscard]] const PlotData& data() const { return data_; }
    [[nodiscard]] bool empty() const;
    /// What is read out; empty where nothing is pointed at.
    [[nodiscard]] QString reading() const;
    /// A line a point, and `series` before it where there are several.
    [[nodiscard]] QString csv() const;
    /// As it is on screen, twice as fine.
    [[nodiscard]] QImage picture() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void point_at(double x);
    void step(int by);

    PlotData data_;
    std::optional<std::size_t> pointed_; ///< point of the first series
};

} // namespace hitmap
