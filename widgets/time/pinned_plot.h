#pragma once

#include "render/plot/plot_style.h"
#include "widgets/time/pinned_values.h"

#include <QtGui/QPixmap>
#include <QtWidgets/QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace hitmap {

/// Draws the pinned curves over the time axis of the panel, one strip for each unit. Pointing, or the arrow
/// keys, read the values of a point; a click or Enter goes to its frame.
class PinnedPlot : public QWidget {
    Q_OBJECT
public:
    /// @param pane  must outlive the widget
    explicit PinnedPlot(Pane& pane, QWidget* parent = nullptr);

    /// @param values  null: nothing is drawn
    void show_values(std::shared_ptr<const PinnedValues> values);
    /// Draws the curves faintly while newer ones are computed.
    void set_stale(bool stale);
    /// Sets the horizontal extent of time.
    void set_time_axis(int left, int width);
    /// The point that is read; no value: none.
    [[nodiscard]] std::optional<std::uint64_t> reading() const { return reading_; }
    /// The place of a point.
    [[nodiscard]] QPoint place_of(std::uint64_t point) const;
    /// A sample of the colour and the dashes of a curve.
    [[nodiscard]] QPixmap sample(std::size_t look) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void reading_changed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] std::uint64_t point_at(double x) const;
    [[nodiscard]] std::uint64_t frame_of_point(std::uint64_t point) const;
    [[nodiscard]] PlotStyle style() const;
    void read(std::optional<std::uint64_t> point);
    void show_tip(const QPoint& where);
    void go_to_reading();
    void paint_strips(QPainter& painter);
    /// Makes drawn_ for the present width.
    void draw_columns();

    Pane& pane_;
    std::shared_ptr<const PinnedValues> values_;
    std::vector<PlotData> drawn_; ///< the strips of values_ in columns of pixels
    std::size_t columns_ = 0;     ///< of drawn_
    bool stale_ = false;
    int axis_left_ = 48;
    int axis_width_ = 0; ///< 0: not set yet
    std::optional<std::uint64_t> reading_;
};

} // namespace hitmap
